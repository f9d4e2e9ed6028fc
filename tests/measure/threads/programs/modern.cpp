/* modern.cpp: what C++ makes of it. */
#include <condition_variable>
#include <cstdio>
#include <future>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>
#include <thread>
#include <vector>

static std::mutex mutex;
static std::recursive_mutex again;
static std::shared_mutex shared;
static std::condition_variable ready;
static std::once_flag once;
static int count, attempts;
static bool go;

static void work()
{
    {
        std::unique_lock<std::mutex> lock(mutex);
        ready.wait(lock, [] { return go; });
        count++;
    }
    std::lock_guard<std::recursive_mutex> one(again), two(again);
    std::shared_lock<std::shared_mutex> reads(shared);
}

int main()
{
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; i++)
        threads.emplace_back(work);
    {
        std::lock_guard<std::mutex> lock(mutex);
        go = true;
        ready.notify_all();
    }
    for (auto &thread : threads)
        thread.join();
    for (int i = 0; i < 3; i++) {
        try {
            std::call_once(once, [] {
                if (++attempts < 3)
                    throw std::runtime_error("not yet");
            });
        } catch (const std::runtime_error &) {
        }
    }
    auto future = std::async(std::launch::async, [] { return 7; });
    std::printf("%d %d %d\n", count, attempts, future.get());
    return 0;
}
