// Calls of what never returns, through pointers of the loader, have landing pads right behind them.
struct Part(usize);

impl Drop for Part {
    fn drop(&mut self) {
        if self.0 == usize::MAX {
            println!("never");
        }
    }
}

#[inline(never)]
fn checked(values: &[u64], at: usize) -> u64 {
    let part = Part(at);
    if at % 10 == 3 {
        panic!("three");
    }
    values[part.0]
}

fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    let values: Vec<u64> = (0..100).collect();
    let mut sum = 0;
    let mut failed = 0;
    for i in 0..110 {
        match std::panic::catch_unwind(|| checked(&values, i)) {
            Ok(value) => sum += value,
            Err(_) => failed += 1,
        }
    }
    println!("{} {}", sum, failed);
}
