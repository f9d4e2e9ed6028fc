/* shared.c: the texts of a query_data, and values that are computed once. */
#include "query/data/data.h"

const char *query_data_text(const struct query_data *data, int64_t text)
{
    return texts_at(data->texts, (uint32_t)text);
}

int64_t query_data_add_text(struct query_data *data, const char *text)
{
    return texts_add(data->texts, text);
}

void query_data_once(struct query_data *data, atomic_bool *known,
                     void (*find)(struct query_data *data))
{
    if (atomic_load_explicit(known, memory_order_acquire))
        return;
    pthread_mutex_lock(&data->lock);
    if (!atomic_load_explicit(known, memory_order_relaxed)) {
        find(data);
        atomic_store_explicit(known, true, memory_order_release);
    }
    pthread_mutex_unlock(&data->lock);
}

static void find_activities(struct query_data *data)
{
    struct error none;
    archive_find_activities(data->archive, &none);
    archive_activity(data->archive, 0, 0); /* builds the index */
}

void query_data_find_activities(struct query_data *data)
{
    query_data_once(data, &data->known.activities, find_activities);
}
