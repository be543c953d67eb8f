#include "net/transfer.h"

#include <stdlib.h>

#include "measure.h"

enum { SLICE_MS = 100 };

void sv_transfer_prepare(const sv_transfer *t, CURL *curl)
{
    const char *file = getenv("SSL_CERT_FILE"), *folder = getenv("SSL_CERT_DIR");
    curl_easy_setopt(curl, CURLOPT_PROXY, "");
    curl_easy_setopt(curl, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 1L);
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 2L);
    if (file)
        curl_easy_setopt(curl, CURLOPT_CAINFO, file);
    if (folder)
        curl_easy_setopt(curl, CURLOPT_CAPATH, folder);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)(t->until - sv_milliseconds()));
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    /* A name that is still being looked up is left to its thread. */
    curl_easy_setopt(curl, CURLOPT_QUICK_EXIT, 1L);
}

bool sv_transfer_wait(const sv_transfer *t, int64_t until)
{
    const int64_t left = until - sv_milliseconds();
    return left > 0 && !sv_pool_closing(t->pool) &&
           curl_multi_poll(t->multi, NULL, 0, left < SLICE_MS ? (int)left : SLICE_MS, NULL) ==
               CURLM_OK;
}

static const char *result_of(CURLM *multi)
{
    int others;
    const CURLMsg *message = curl_multi_info_read(multi, &others);
    if (!message)
        return "There was no time left.";
    return message->data.result == CURLE_OK ? NULL : curl_easy_strerror(message->data.result);
}

const char *sv_transfer_run(const sv_transfer *t, CURL *curl)
{
    int running = 1;
    if (curl_multi_add_handle(t->multi, curl) != CURLM_OK)
        return "There is not enough memory.";
    while (curl_multi_perform(t->multi, &running) == CURLM_OK && running > 0)
        if (!sv_transfer_wait(t, t->until))
            break;
    const char *why = result_of(t->multi);
    curl_multi_remove_handle(t->multi, curl);
    return why;
}
