#include "agent.h"

#include <string.h>

const char *const sv_browser_words[SV_BROWSERS] = {"other", "chrome", "edge",   "firefox",
                                                   "opera", "safari", "samsung"};
const char *const sv_platform_words[SV_PLATFORMS] = {"other", "android", "chromeos", "ios",
                                                     "linux", "macos",   "windows"};

/* A part of the header and what it means. */
typedef struct sign {
    const char *part;
    uint8_t means;
} sign;

/* The first sign that is found counts: most browsers claim to be several others as well. */
static const sign browsers[] = {
    {"Edg", SV_BROWSER_EDGE},         {"OPR/", SV_BROWSER_OPERA},
    {"OPT/", SV_BROWSER_OPERA},       {"SamsungBrowser/", SV_BROWSER_SAMSUNG},
    {"Firefox/", SV_BROWSER_FIREFOX}, {"FxiOS/", SV_BROWSER_FIREFOX},
    {"CriOS/", SV_BROWSER_CHROME},    {"Chrome/", SV_BROWSER_CHROME},
    {"Safari/", SV_BROWSER_SAFARI},   {NULL, SV_BROWSER_OTHER}};
static const sign platforms[] = {{"iPhone", SV_PLATFORM_IOS},      {"iPad", SV_PLATFORM_IOS},
                                 {"Android", SV_PLATFORM_ANDROID}, {"CrOS", SV_PLATFORM_CHROMEOS},
                                 {"Windows", SV_PLATFORM_WINDOWS}, {"Macintosh", SV_PLATFORM_MACOS},
                                 {"Linux", SV_PLATFORM_LINUX},     {NULL, SV_PLATFORM_OTHER}};

static uint8_t find_sign(const sign *signs, const char *header)
{
    while (signs->part && !strstr(header, signs->part))
        signs++;
    return signs->means;
}

sv_agent sv_agent_of(const char *header)
{
    return (sv_agent){.browser = find_sign(browsers, header),
                      .platform = find_sign(platforms, header)};
}

static uint8_t find_word(const char *const *words, unsigned count, const char *word)
{
    for (unsigned i = 0; word && i < count; i++)
        if (strcmp(words[i], word) == 0)
            return (uint8_t)i;
    return 0;
}

sv_agent sv_agent_named(const char *browser, const char *platform)
{
    return (sv_agent){.browser = find_word(sv_browser_words, SV_BROWSERS, browser),
                      .platform = find_word(sv_platform_words, SV_PLATFORMS, platform)};
}
