/* Which function answers which request. */
#include "account.h"
#include "chat.h"
#include "name.h"
#include "notices/push.h"
#include "pairing/pairing.h"
#include "password.h"
#include "people/block.h"
#include "people/friend.h"
#include "people/invite.h"
#include "people/moderate.h"
#include "people/notes.h"
#include "people/report.h"
#include "profiles/profile.h"
#include "ratings/result_request.h"
#include "requests.h"
#include "sessions.h"
#include "spectators.h"
#include "tournaments/tournament_requests.h"

sv_handler *const sv_handlers[SV_REQUESTS] = {
    [SV_REQUEST_HELLO] = sv_on_hello,
    [SV_REQUEST_GUEST] = sv_on_guest,
    [SV_REQUEST_REGISTER] = sv_on_register,
    [SV_REQUEST_RENAME] = sv_on_rename,
    [SV_REQUEST_LOGIN] = sv_on_login,
    [SV_REQUEST_CHANGE_PASSWORD] = sv_on_change_password,
    [SV_REQUEST_RESET_PASSWORD] = sv_on_reset_password,
    [SV_REQUEST_LOGOUT] = sv_on_logout,
    [SV_REQUEST_LOGOUT_EVERYWHERE] = sv_on_logout_everywhere,
    [SV_REQUEST_SESSIONS] = sv_on_sessions,
    [SV_REQUEST_SESSION_DROP] = sv_on_session_drop,
    [SV_REQUEST_EXPORT] = sv_on_export,
    [SV_REQUEST_DELETE_ME] = sv_on_delete_me,
    [SV_REQUEST_TOKEN_NEW] = sv_on_token_new,
    [SV_REQUEST_TOKEN_LIST] = sv_on_token_list,
    [SV_REQUEST_TOKEN_DROP] = sv_on_token_drop,
    [SV_REQUEST_WEBHOOK] = sv_on_webhook,
    [SV_REQUEST_WEBHOOK_STATE] = sv_on_webhook_state,
    [SV_REQUEST_CLOCK_WINDOW] = sv_on_clock_window,
    [SV_REQUEST_CLOCK_WINDOW_STATE] = sv_on_clock_window_state,
    [SV_REQUEST_LOBBY] = sv_on_lobby,
    [SV_REQUEST_MINE] = sv_on_mine,
    [SV_REQUEST_HISTORY] = sv_on_history,
    [SV_REQUEST_TOURNAMENTS] = sv_on_tournaments,
    [SV_REQUEST_TOURNAMENT] = sv_on_tournament,
    [SV_REQUEST_TOURNAMENT_NEW] = sv_on_tournament_new,
    [SV_REQUEST_TOURNAMENT_CHANGE] = sv_on_tournament_change,
    [SV_REQUEST_TOURNAMENT_JOIN] = sv_on_tournament_join,
    [SV_REQUEST_TOURNAMENT_LEAVE] = sv_on_tournament_leave,
    [SV_REQUEST_TOURNAMENT_MANAGE] = sv_on_tournament_manage,
    [SV_REQUEST_TOURNAMENT_STANDINGS] = sv_on_tournament_standings,
    [SV_REQUEST_TOURNAMENT_ROUND] = sv_on_tournament_round,
    [SV_REQUEST_TOURNAMENT_RESULTS] = sv_on_tournament_results,
    [SV_REQUEST_TABLE_NEW] = sv_on_table_new,
    [SV_REQUEST_TABLE] = sv_on_table,
    [SV_REQUEST_JOIN] = sv_on_join,
    [SV_REQUEST_LEAVE] = sv_on_leave,
    [SV_REQUEST_COME_BACK] = sv_on_come_back,
    [SV_REQUEST_CALL_BOT] = sv_on_call_bot,
    [SV_REQUEST_ADD_BOT] = sv_on_add_bot,
    [SV_REQUEST_CLEAR_SEAT] = sv_on_clear_seat,
    [SV_REQUEST_READY] = sv_on_ready,
    [SV_REQUEST_SEAL] = sv_on_seal,
    [SV_REQUEST_REVEAL] = sv_on_reveal,
    [SV_REQUEST_START] = sv_on_start,
    [SV_REQUEST_REMATCH] = sv_on_rematch,
    [SV_REQUEST_AGREE_END] = sv_on_agree_end,
    [SV_REQUEST_SPECTATORS] = sv_on_spectators,
    [SV_REQUEST_REMOVE_SPECTATOR] = sv_on_remove_spectator,
    [SV_REQUEST_SPECTATOR_CHAT] = sv_on_spectator_chat,
    [SV_REQUEST_CHAT] = sv_on_chat,
    [SV_REQUEST_CHAT_LIST] = sv_on_chat_list,
    [SV_REQUEST_MUTE] = sv_on_mute,
    [SV_REQUEST_WATCH] = sv_on_watch,
    [SV_REQUEST_UNWATCH] = sv_on_unwatch,
    [SV_REQUEST_POSITION] = sv_on_position,
    [SV_REQUEST_MOVES] = sv_on_moves,
    [SV_REQUEST_MOVE] = sv_on_decision,
    [SV_REQUEST_TURN] = sv_on_decision,
    [SV_REQUEST_UNDO] = sv_on_decision,
    [SV_REQUEST_ORDERS] = sv_on_orders,
    [SV_REQUEST_RECORD] = sv_on_record,
    [SV_REQUEST_RESULT] = sv_on_result,
    [SV_REQUEST_TIMES] = sv_on_times,
    [SV_REQUEST_ANALYSE] = sv_on_analyse,
    [SV_REQUEST_PEOPLE] = sv_on_people,
    [SV_REQUEST_FRIEND] = sv_on_friend,
    [SV_REQUEST_BLOCK] = sv_on_block,
    [SV_REQUEST_INVITE] = sv_on_invite,
    [SV_REQUEST_INVITATIONS] = sv_on_invitations,
    [SV_REQUEST_DECLINE] = sv_on_decline,
    [SV_REQUEST_REPORT] = sv_on_report,
    [SV_REQUEST_NOTES] = sv_on_notes,
    [SV_REQUEST_NOTES_SEEN] = sv_on_notes_seen,
    [SV_REQUEST_REPORTS] = sv_on_reports,
    [SV_REQUEST_REPORT_READ] = sv_on_report_read,
    [SV_REQUEST_DECIDE] = sv_on_decide,
    [SV_REQUEST_MODERATION_LOG] = sv_on_moderation_log,
    [SV_REQUEST_PUSH_LIST] = sv_on_push_list,
    [SV_REQUEST_PUSH_ADD] = sv_on_push_add,
    [SV_REQUEST_PUSH_DROP] = sv_on_push_drop,
    [SV_REQUEST_PUSH_TEST] = sv_on_push_test,
    [SV_REQUEST_PAIR] = sv_on_pair,
    [SV_REQUEST_PAIR_STATE] = sv_on_pair_state,
    [SV_REQUEST_PAIR_CANCEL] = sv_on_pair_cancel,
    [SV_REQUEST_PROFILE] = sv_on_profile,
    [SV_REQUEST_RATING_CHART] = sv_on_rating_chart,
    [SV_REQUEST_GAMES] = sv_on_games,
    [SV_REQUEST_MY_GAMES] = sv_on_my_games,
    [SV_REQUEST_ARCHIVE] = sv_on_archive,
    [SV_REQUEST_LEADERS] = sv_on_leaders,
    [SV_REQUEST_VISIBILITY] = sv_on_visibility,
};
