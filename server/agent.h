/* Which browser on which system a client says it is (User-Agent), to tell a user's devices apart.
 * Only the words below are kept of what it says. */
#ifndef ELEKTRO_SERVER_AGENT_H
#define ELEKTRO_SERVER_AGENT_H

#include <stdint.h>

enum sv_browser {
    SV_BROWSER_OTHER,
    SV_BROWSER_CHROME,
    SV_BROWSER_EDGE,
    SV_BROWSER_FIREFOX,
    SV_BROWSER_OPERA,
    SV_BROWSER_SAFARI,
    SV_BROWSER_SAMSUNG,
    SV_BROWSERS
};

enum sv_platform {
    SV_PLATFORM_OTHER,
    SV_PLATFORM_ANDROID,
    SV_PLATFORM_CHROMEOS,
    SV_PLATFORM_IOS,
    SV_PLATFORM_LINUX,
    SV_PLATFORM_MACOS,
    SV_PLATFORM_WINDOWS,
    SV_PLATFORMS
};

typedef struct sv_agent {
    uint8_t browser;  /* enum sv_browser */
    uint8_t platform; /* enum sv_platform */
} sv_agent;

extern const char *const sv_browser_words[SV_BROWSERS];
extern const char *const sv_platform_words[SV_PLATFORMS];

/* Reads the value of a User-Agent header. */
sv_agent sv_agent_of(const char *header);
/* Reads stored words; NULL and those that this version does not know are "other". */
sv_agent sv_agent_named(const char *browser, const char *platform);

#endif
