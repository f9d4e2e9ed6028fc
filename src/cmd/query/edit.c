/* edit.c: see edit.h. Uses libedit. */
#include "cmd/query/edit.h"

#include "cmd/query/ask.h"
#include "cmd/query/below.h"
#include "util/buffer.h"
#include "util/memory.h"
#include "util/messages.h"

#include <errno.h>
#include <histedit.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

enum { HISTORY = 1000 };

/* A line editor on the terminal. */
struct editor {
    EditLine *edit;
    History *history;
    struct cmd_editor_hooks hooks;
    const char *prompt;
    struct below below;
    struct termios before; /* terminal settings to restore */
    bool listing;          /* the lines below are completion candidates, removed by the next key */
};

static volatile sig_atomic_t resized, suspended, ended;

static void note(int signal)
{
    if (signal == SIGWINCH)
        resized = 1;
    else if (signal == SIGTSTP)
        suspended = 1;
    else
        ended = 1;
}

static const int noted[] = {SIGWINCH, SIGTSTP, SIGTERM, SIGHUP};
enum { NOTED = sizeof noted / sizeof noted[0] };

static struct editor *editor_of(EditLine *edit)
{
    void *editor = NULL;
    el_get(edit, EL_CLIENTDATA, &editor);
    return editor;
}

static char *prompt(EditLine *edit)
{
    return (char *)editor_of(edit)->prompt;
}

/* Updates the positions of the cursor and of the line's end. */
static void place(struct editor *editor)
{
    const LineInfo *info = el_line(editor->edit);
    below_place(&editor->below, editor->prompt, info->buffer, (size_t)(info->cursor - info->buffer),
                (size_t)(info->lastchar - info->buffer));
}

void cmd_editor_show(struct editor *editor, const char *lines)
{
    editor->listing = false;
    below_set(&editor->below, lines);
    place(editor);
    below_draw(&editor->below);
}

static void look(struct editor *editor)
{
    const LineInfo *info = el_line(editor->edit);
    char *line = memory_printf("%.*s", (int)(info->lastchar - info->buffer), info->buffer);
    if (!editor->listing)
        editor->hooks.look(editor->hooks.to, line, (size_t)(info->cursor - info->buffer));
    free(line);
    place(editor);
    below_draw(&editor->below);
}

static void suspend(struct editor *editor)
{
    struct sigaction plain = {.sa_handler = SIG_DFL}, before;
    sigset_t stop, blocked;
    below_leave(&editor->below);
    el_set(editor->edit, EL_PREP_TERM, 0);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &editor->before);
    sigaction(SIGTSTP, &plain, &before);
    raise(SIGTSTP);
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    sigprocmask(SIG_UNBLOCK, &stop, &blocked); /* the process stops here, and later continues */
    sigprocmask(SIG_SETMASK, &blocked, NULL);
    sigaction(SIGTSTP, &before, NULL);
    el_set(editor->edit, EL_PREP_TERM, 1);
    printf("\r");
    el_set(editor->edit, EL_REFRESH);
    place(editor);
    below_draw(&editor->below);
}

/* Handles pending signals. False: abandon the line. */
static bool heed_signals(struct editor *editor)
{
    if (resized) {
        resized = 0;
        below_erase(&editor->below);
        el_resize(editor->edit);
        el_set(editor->edit, EL_REFRESH);
        editor->hooks.look(editor->hooks.to, NULL, 0); /* the lines below depend on the width */
        look(editor);
    }
    if (suspended) {
        suspended = 0;
        suspend(editor);
    }
    return !ended && !ask_is_disturbed(false);
}

/* Reads a byte. Returns 0 at the end of input, -1 if the line is to be abandoned. Signals are
 * delivered while it waits. */
static int read_byte(struct editor *editor, char *byte)
{
    sigset_t all, let_in;
    int got = -1;
    bool again = true;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &let_in);
    while (again && heed_signals(editor)) {
        struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
        int ready = ppoll(&in, 1, NULL, &let_in);
        sigprocmask(SIG_SETMASK, &let_in,
                    NULL); /* a signal that arrived before the key is handled first */
        sigprocmask(SIG_SETMASK, &all, NULL);
        if (ready <= 0 || ended || ask_is_disturbed(false))
            continue;
        ssize_t size = read(STDIN_FILENO, byte, 1);
        again = size < 0 && errno == EINTR;
        got = size > 0 ? 1 : 0;
    }
    sigprocmask(SIG_SETMASK, &let_in, NULL);
    return again ? -1 : got;
}

/* Called by libedit when the line is drawn and it needs a key. */
static int read_key(EditLine *edit, wchar_t *key)
{
    struct editor *editor = editor_of(edit);
    char bytes[8];
    size_t used = 0;
    if (!ask_is_disturbed(true))
        look(editor);
    for (;;) {
        mbstate_t state = {0};
        int got = read_byte(editor, &bytes[used]);
        if (got <= 0) {
            below_clear(&editor->below);
            return got;
        }
        size_t size = mbrtowc(key, bytes, ++used, &state);
        if (size == (size_t)-2 && used < sizeof bytes)
            continue;
        if (size == (size_t)-1 || size == (size_t)-2)
            *key = L'?';
        break;
    }
    editor->listing = false;
    if (*key == L'\n' || *key == L'\r' || *key == 4)
        below_clear(&editor->below);
    return 1;
}

/* Shows the candidates below the line, as many as fit, with their help. */
static void list(struct editor *editor, const struct query_completion *completion)
{
    struct buffer lines = {0};
    struct screen screen = cmd_editor_screen();
    size_t most = screen.height > 8 ? screen.height - 4 : 4, wide = 0;
    for (size_t i = 0; i < completion->count; i++) {
        size_t size = strlen(completion->candidates[i].word);
        wide = size > wide ? size : wide;
    }
    for (size_t i = 0; i < completion->count && i < most; i++) {
        if (i + 1 == most && completion->count > most)
            buffer_printf(&lines, ".and %zu more\n", completion->count - i);
        else
            buffer_printf(&lines, " %-*s  %s\n", (int)wide, completion->candidates[i].word,
                          completion->candidates[i].help);
    }
    below_set(&editor->below, lines.text);
    editor->listing = true;
    buffer_free(&lines);
}

static unsigned char complete(EditLine *edit, int key)
{
    (void)key;
    struct editor *editor = editor_of(edit);
    const LineInfo *info = el_line(edit);
    struct query_completion completion = {0};
    size_t cursor = (size_t)(info->cursor - info->buffer);
    char *line = memory_printf("%.*s", (int)(info->lastchar - info->buffer), info->buffer);
    editor->hooks.complete(editor->hooks.to, line, cursor, &completion);
    size_t common = query_complete_common(&completion), size = cursor - completion.at;
    bool grows = completion.count && common > size;
    if (grows) {
        char *more =
            memory_printf("%.*s", (int)(common - size), completion.candidates[0].word + size);
        el_insertstr(edit, more);
        free(more);
    }
    if (completion.count > 1)
        list(editor, &completion);
    unsigned char result = completion.count ? CC_REFRESH : CC_REFRESH_BEEP;
    query_complete_free(&completion);
    free(line);
    return result;
}

struct editor *cmd_editor_new(const struct cmd_editor_hooks *hooks)
{
    const char *term = getenv("TERM");
    HistEvent event;
    if (!term || !*term || !strcmp(term, "dumb"))
        return NULL;
    struct editor *editor = memory_zeroed(1, sizeof *editor);
    editor->hooks = *hooks;
    editor->prompt = "";
    tcgetattr(STDIN_FILENO, &editor->before);
    editor->edit = el_init("triptych", stdin, stdout, messages_unfiltered());
    editor->history = history_init();
    if (!editor->edit || !editor->history) {
        cmd_editor_free(editor);
        return NULL;
    }
    history(editor->history, &event, H_SETSIZE, HISTORY);
    history(editor->history, &event, H_SETUNIQUE, 1);
    el_set(editor->edit, EL_CLIENTDATA, editor);
    el_set(editor->edit, EL_PROMPT, prompt);
    el_set(editor->edit, EL_EDITOR, "emacs");
    el_set(editor->edit, EL_HIST, history, editor->history);
    el_set(editor->edit, EL_GETCFN, read_key);
    el_set(editor->edit, EL_ADDFN, "triptych-complete", "complete the word", complete);
    el_set(editor->edit, EL_BIND, "^R", "em-inc-search-prev", NULL);
    /* While a query runs, keys are buffered for the next line, Ctrl-D included, and nothing is
     * echoed. */
    el_set(editor->edit, EL_SETTY, "-x", "-icanon", "-echo", NULL);
    el_source(editor->edit, NULL); /* ~/.editrc: the user's settings */
    el_set(editor->edit, EL_BIND, "^I", "triptych-complete", NULL);
    return editor;
}

void cmd_editor_free(struct editor *editor)
{
    if (!editor)
        return;
    below_free(&editor->below);
    if (editor->edit)
        el_end(editor->edit);
    if (editor->history)
        history_end(editor->history);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &editor->before);
    free(editor);
}

void cmd_editor_remember(struct editor *editor, const char *line)
{
    HistEvent event;
    history(editor->history, &event, H_ENTER, line);
}

enum cmd_editor_end cmd_editor_read(struct editor *editor, const char *prompt_text, char **line)
{
    struct sigaction action = {.sa_handler = note}, before[NOTED];
    int size = 0;
    for (size_t i = 0; i < NOTED; i++)
        sigaction(noted[i], &action, &before[i]);
    editor->prompt = prompt_text;
    below_set(&editor->below, NULL);
    el_set(editor->edit, EL_PREP_TERM, 1); /* before the prompt, or keys would be echoed twice */
    const char *text = el_gets(editor->edit, &size);
    for (size_t i = 0; i < NOTED; i++)
        sigaction(noted[i], &before[i], NULL);
    bool interrupted = ask_interrupted();
    if (interrupted && !ended)
        return EDITOR_INTERRUPTED;
    if (!text || size <= 0 || ended)
        return EDITOR_OVER;
    *line = memory_printf("%.*s", (int)strcspn(text, "\n"), text);
    return EDITOR_LINE;
}
