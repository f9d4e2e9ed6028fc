// A legend: names with their colours.
export function Legend({ items }: { items: { name: string; colour: string }[] }) {
    return (
        <div class="legend" role="list" aria-label="Legend">
            {items.map((item) => (
                <span role="listitem">
                    <i style={{ background: item.colour }} />
                    {item.name}
                </span>
            ))}
        </div>
    );
}
