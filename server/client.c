#include "client.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chat.h"
#include "core.h"
#include "errors.h"
#include "watch.h"

/* --------------------------------------------------------------------------------- the indexes */

static sv_client **user_bucket(sv_clients *clients, int64_t user)
{
    return &clients->by_user[(uint64_t)user % SV_CLIENT_BUCKETS];
}

static sv_client **number_bucket(sv_clients *clients, uint64_t number)
{
    return &clients->by_number[number % SV_CLIENT_BUCKETS];
}

static void link_user(sv_clients *clients, sv_client *client)
{
    sv_client **head = user_bucket(clients, client->user.id);
    if (client->user.id == 0)
        return;
    client->user_next = *head;
    client->user_link = head;
    if (*head)
        (*head)->user_link = &client->user_next;
    *head = client;
}

static void unlink_user(sv_client *client)
{
    if (!client->user_link)
        return;
    *client->user_link = client->user_next;
    if (client->user_next)
        client->user_next->user_link = client->user_link;
    client->user_next = NULL;
    client->user_link = NULL;
}

/* The first client of a user in the rest of a bucket. */
static sv_client *find_user(sv_client *from, int64_t user)
{
    while (from && from->user.id != user)
        from = from->user_next;
    return from;
}

sv_client *sv_client_of_user(sv_clients *clients, int64_t user)
{
    return user ? find_user(*user_bucket(clients, user), user) : NULL;
}

sv_client *sv_client_next_of_user(const sv_client *client)
{
    return find_user(client->user_next, client->user.id);
}

sv_client *sv_client_by_number(sv_clients *clients, uint64_t number)
{
    sv_client *client = *number_bucket(clients, number);
    while (client && client->number != number)
        client = client->number_next;
    return client;
}

/* ----------------------------------------------------------------------------- coming and going */

/* Random, so that it tells nobody how many requests there are. */
static void make_trace(char trace[SV_TRACE_MAX])
{
    uint64_t number;
    randombytes_buf(&number, sizeof number);
    snprintf(trace, SV_TRACE_MAX, "%016llx", (unsigned long long)number);
}

void sv_client_open(sv_core *core, sv_client *client)
{
    sv_clients *clients = &core->clients;
    make_trace(client->trace);
    client->number = ++clients->last_number;
    client->previous = NULL;
    client->next = clients->first;
    if (clients->first)
        clients->first->previous = client;
    clients->first = client;
    client->number_next = *number_bucket(clients, client->number);
    *number_bucket(clients, client->number) = client;
    link_user(clients, client);
}

static void forget_mutes(sv_client *client)
{
    free(client->mutes.person);
    client->mutes = (sv_mutes){.known = false};
}

void sv_client_close(sv_core *core, sv_client *client)
{
    sv_client **at = number_bucket(&core->clients, client->number);
    sv_unwatch_all(client);
    sv_outbox_forget(&core->outbox, client);
    unlink_user(client);
    forget_mutes(client);
    while (*at != client)
        at = &(*at)->number_next;
    *at = client->number_next;
    if (client->previous)
        client->previous->next = client->next;
    else
        core->clients.first = client->next;
    if (client->next)
        client->next->previous = client->previous;
}

void sv_client_dismiss(sv_client *client)
{
    client->dismissed = true;
    client->close(client);
}

/* ------------------------------------------------------------------------------------ who it is */

void sv_client_set_user(sv_clients *clients, sv_client *client, const sv_user *user)
{
    unlink_user(client);
    if (!user || user->id != client->user.id)
        forget_mutes(client);
    client->user = user ? *user : (sv_user){.id = 0};
    link_user(clients, client);
}

void sv_client_becomes(sv_core *core, sv_client *client, const sv_user *user, const char *session)
{
    if (client->turn != core->turn)
        memcpy(client->session_before, client->session, sizeof client->session);
    client->turn = core->turn;
    sv_client_set_user(&core->clients, client, user);
    if (session)
        snprintf(client->session, sizeof client->session, "%s", session);
}

void sv_user_becomes(sv_core *core, const sv_user *user)
{
    for (sv_client *c = sv_client_of_user(&core->clients, user->id), *next; c; c = next) {
        next = sv_client_next_of_user(c);
        sv_client_becomes(core, c, user, NULL);
    }
}

static bool reread(sv_core *core, sv_client *client)
{
    rec_error error;
    sv_user user;
    bool found, mutes = client->mutes.known;
    client->mutes.known = false;
    if (!sv_user_by_id(&core->store, client->user.id, &user, NULL, &found, &error) || !found)
        return false;
    sv_client_set_user(&core->clients, client, &user);
    return !mutes || sv_mutes_load(&core->store, client, &error);
}

void sv_clients_reread(sv_core *core, uint64_t turn)
{
    for (sv_client *c = core->clients.first, *next; c; c = next) {
        next = c->next;
        if (c->turn != turn)
            continue;
        memcpy(c->session, c->session_before, sizeof c->session);
        if (!reread(core, c))
            sv_client_dismiss(c);
    }
}

/* ------------------------------------------------------------------------------------- messages */

void sv_push_here(sv_core *core, int64_t user, json_t *push)
{
    sv_frame *frame = NULL;
    for (sv_client *c = sv_client_of_user(&core->clients, user); c; c = sv_client_next_of_user(c)) {
        if (!c->streaming)
            continue;
        if (!frame)
            frame = sv_frame_of(push, SV_NO_SEQ);
        sv_push_frame(core, c, sv_frame_hold(frame));
    }
    sv_frame_drop(frame);
    json_decref(push);
}

void sv_push_to_user(sv_core *core, int64_t user, json_t *push)
{
    rec_error error;
    char *text = core->store.node ? json_dumps(push, JSON_COMPACT) : NULL;
    if (text)
        sv_news_add_number(&core->store, SV_NEWS_PUSH, user, text);
    else if (core->store.node && !sv_fail_memory(&error))
        sv_store_abort(&core->store, &error);
    free(text);
    sv_push_here(core, user, push);
}

json_t *sv_user_json(const sv_user *user)
{
    static const char *const kinds[] = {"guest", "account", "bot"};
    json_t *json = json_pack("{s:I, s:s, s:s}", "id", (json_int_t)user->id, "name", user->name,
                             "kind", kinds[user->kind]);
    if (user->moderator)
        json_object_set_new(json, "moderator", json_true());
    if (user->untold)
        json_object_set_new(json, "untold", json_integer(user->untold));
    return json;
}
