/* utc.c: a time as text. */
#include "measure/own/own.h"

enum { DAY = 86400, DAYS_OF_ERA = 146097, YEARS_OF_ERA = 400 };

struct date {
    long long year;
    int month, day;
};

/* Returns the date of a day counted from 1970-01-01. Years begin in March, so that a leap day is
 * the last day of its year. After H. Hinnant, chrono-compatible low-level date algorithms
 * (civil_from_days). */
static struct date date_of(long long days)
{
    const int from_0000_03_01 = 719468;
    days += from_0000_03_01;
    long long era = (days >= 0 ? days : days - (DAYS_OF_ERA - 1)) / DAYS_OF_ERA;
    int in_era = (int)(days - era * DAYS_OF_ERA);
    int year = (in_era - in_era / 1460 + in_era / 36524 - in_era / (DAYS_OF_ERA - 1)) / 365;
    int in_year = in_era - (365 * year + year / 4 - year / 100);
    int from_march = (5 * in_year + 2) / 153;
    int month = from_march < 10 ? from_march + 3 : from_march - 9;
    return (struct date){year + era * YEARS_OF_ERA + (month <= 2), month,
                         in_year - (153 * from_march + 2) / 5 + 1};
}

void measure_own_utc(time_t seconds, char *text, size_t room)
{
    long long days = seconds / DAY;
    int rest = (int)(seconds % DAY);
    if (rest < 0) {
        rest += DAY;
        days--;
    }
    struct date date = date_of(days);
    snprintf(text, room, "%04lld-%02d-%02dT%02d:%02d:%02dZ", date.year, date.month, date.day,
             rest / 3600, rest / 60 % 60, rest % 60);
}
