/* shell.c: see shell.h */
#include "cmd/query/shell.h"

#include "cmd/cmd.h"
#include "cmd/query/history.h"
#include "cmd/query/state.h"
#include "query/parse/parser.h"
#include "util/memory.h"

#include <ctype.h>
#include <locale.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const char PROMPT[] = "query> ", MORE[] = "   ... ";

/* Returns the text typed so far, as one statement: the lines before, and the last query if it
 * begins with a point. The caller frees it. */
static char *typed(const struct shell *shell, const char *line, size_t size)
{
    const char *before = shell->unended.used ? shell->unended.text : "";
    const char *first = *before ? before : line;
    bool goes_on = shell->last && first[strspn(first, " \t\n")] == '.';
    return memory_printf("%s%s%.*s", goes_on ? shell->last : "", before, (int)size, line);
}

/* True if more lines can complete the statement. A text or pattern cannot be continued on the next
 * line. */
static bool can_go_on(const struct diagnostic *trouble, const char *text)
{
    char byte = text[trouble->at];
    bool quoted = byte == '"' || byte == '\'' || (byte == '/' && text[trouble->at + 1] != '*');
    return trouble->early && !quoted;
}

static void keep_last(struct shell *shell, const char *text)
{
    char *copy = memory_string(text);
    free(shell->last);
    shell->last = copy;
}

/* Runs one statement; `own` is its text without the semicolon. False with trouble. */
static bool run_statement(struct shell *shell, const struct query_tree *tree, const char *own,
                          struct diagnostic *trouble)
{
    struct query_plan *plan = query_plan_make(tree, shell->names, trouble);
    if (trouble->what[0])
        return false;
    if (tree->kind == TREE_LET) {
        shell_say(shell, LINE_NOTE, "%s is defined", tree->text);
        keep_last(shell, tree->text);
    } else if (plan && plan->explain) {
        struct buffer out = {0};
        query_plan_write(&out, plan);
        fputs(out.text, stdout);
        buffer_free(&out);
    } else {
        keep_last(shell, own);
        shell_query(shell, own);
    }
    query_plan_free(plan);
    return true;
}

static bool sees_semicolon(const struct query_parser *parser)
{
    return parser->lexer.lexeme.token == TOKEN_SIGN && parser->lexer.lexeme.sign[0] == ';';
}

static void tell_trouble(const struct shell *shell, const struct diagnostic *trouble,
                         const char *name, const char *text)
{
    struct buffer message = {0};
    if (name)
        result_add_line(&message, LINE_WRONG, "%s:", name);
    result_add_trouble(&message, trouble, text, shell->screen.width);
    cmd_editor_print(&shell->screen, message.text);
    buffer_free(&message);
}

size_t shell_statements(struct shell *shell, const char *text, const char *name, bool *good)
{
    struct query_parser parser;
    query_parser_start(&parser, text);
    *good = true;
    for (;;) {
        while (!parser.trouble.what[0] && sees_semicolon(&parser))
            query_lexer_next(&parser.lexer, &parser.trouble);
        size_t from = parser.lexer.lexeme.at;
        struct query_tree *tree = query_parser_statement(&parser);
        bool runs = tree && (name || sees_semicolon(&parser));
        if (runs) {
            char *own = memory_printf("%.*s", (int)(parser.lexer.lexeme.at - from), text + from);
            *good = run_statement(shell, tree, own, &parser.trouble);
            free(own);
        }
        query_tree_free(tree);
        if (runs && *good)
            continue;
        if (!parser.trouble.what[0] || (*good && !name && can_go_on(&parser.trouble, text)))
            return from; /* all of it ran, or the last statement is incomplete */
        tell_trouble(shell, &parser.trouble, name, text);
        *good = false;
        return strlen(text);
    }
}

static void remember(struct shell *shell, const char *text)
{
    char *line = history_line(text);
    if (*line) {
        if (shell->editor)
            cmd_editor_remember(shell->editor, line);
        history_append(shell->history, line);
    }
    free(line);
}

/* Runs the statements that are complete; keeps the rest. */
static void run_lines(struct shell *shell, const char *line)
{
    bool good;
    char *text = typed(shell, line, strlen(line));
    size_t rest = shell_statements(shell, text, NULL, &good);
    buffer_free(&shell->unended);
    if (text[rest + strspn(text + rest, " \t\n")])
        buffer_add(&shell->unended, text + rest);
    if (shell->unended.used)
        buffer_add(&shell->unended, "\n");
    else
        remember(shell, text);
    free(text);
}

static void take_line(struct shell *shell, const char *line)
{
    bool blank = !line[strspn(line, " \t")], begins = !shell->unended.used;
    if (begins && blank)
        return;
    if (blank)
        shell_say(shell, LINE_NOTE, "end the query with `;`, or press Ctrl-C to abandon it");
    else if (begins && shell_command(shell, line))
        remember(shell, line);
    else if (begins && !shell->last && line[strspn(line, " \t")] == '.')
        shell_say(shell, LINE_WRONG, "there is no earlier query to continue");
    else
        run_lines(shell, line);
}

static void show_partial(void *to, const char *lines)
{
    struct shell *shell = to;
    cmd_editor_show(shell->editor, lines);
}

static void forget_seen(struct shell *shell)
{
    free(shell->seen);
    shell->seen = NULL;
}

/* Shows the result of the complete chain before the cursor, unless it is shown already. */
static void look(void *to, const char *line, size_t cursor)
{
    struct shell *shell = to;
    size_t at, end;
    if (!line) {
        forget_seen(shell);
        return;
    }
    char *text = typed(shell, line, cursor);
    if (!query_complete_chain(text, strlen(text), &at, &end)) {
        if (shell->seen)
            cmd_editor_show(shell->editor, NULL);
        forget_seen(shell);
        free(text);
        return;
    }
    char *chain = memory_printf("%.*s", (int)(end - at), text + at);
    free(text);
    if (shell->seen && !strcmp(shell->seen, chain)) {
        free(chain);
        return;
    }
    shell->screen = cmd_editor_screen();
    struct buffer lines = {0};
    struct result_request request = {
        .data = shell->data,
        .names = shell->names,
        .rows = shell->screen.height > 18   ? 10
                : shell->screen.height > 10 ? 5
                                            : 2,
        .width = shell->screen.width - 1,
        .keys_end = true,
        .partial = show_partial,
        .to = shell,
    };
    enum result_end found = result_find(&request, chain, &lines);
    if (found != RESULT_STOPPED || lines.used) {
        cmd_editor_show(shell->editor, lines.text);
        forget_seen(shell);
        shell->seen = chain;
    } else {
        free(chain); /* tried again when no key comes for a while */
    }
    buffer_free(&lines);
}

static void complete(void *to, const char *line, size_t cursor, struct query_completion *completion)
{
    struct shell *shell = to;
    char *text = typed(shell, line, cursor);
    size_t before = strlen(text) - cursor;
    query_complete_query(completion, text, strlen(text), shell->names);
    if (!shell->unended.used)
        shell_complete_command(text, strlen(text), completion);
    completion->at = completion->at > before ? completion->at - before : 0;
    free(text);
}

/* Reads a line without an editor. */
static enum cmd_editor_end read_plain(const char *prompt, char **line)
{
    size_t room = 0;
    *line = NULL;
    fputs(prompt, stdout);
    fflush(stdout);
    ssize_t size = getline(line, &room, stdin);
    if (size < 0) {
        free(*line);
        *line = NULL;
        clearerr(stdin);
        return ask_interrupted() ? EDITOR_INTERRUPTED : EDITOR_OVER;
    }
    (*line)[strcspn(*line, "\r\n")] = 0;
    return EDITOR_LINE;
}

static void read_lines(struct shell *shell)
{
    while (!shell->over) {
        const char *prompt = shell->unended.used ? MORE : PROMPT;
        char *line = NULL;
        enum cmd_editor_end end = shell->editor ? cmd_editor_read(shell->editor, prompt, &line)
                                                : read_plain(prompt, &line);
        forget_seen(shell);
        shell->screen = cmd_editor_screen();
        if (end == EDITOR_LINE) {
            take_line(shell, line);
        } else {
            putchar('\n');
            buffer_free(&shell->unended);
            shell->over = end == EDITOR_OVER;
        }
        free(line);
        ask_interrupted();
    }
}

static void take_history(void *to, const char *line)
{
    cmd_editor_remember(to, line);
}

int cmd_shell_run(const struct cmd_shell_start *start, struct query_data *data)
{
    struct shell shell = {.data = data, .format = start->format, .names = query_plan_names_new()};
    struct cmd_editor_hooks hooks = {&shell, look, complete};
    setlocale(LC_CTYPE, "");
    ask_catch();
    shell.editor = cmd_editor_new(&hooks);
    shell.screen = cmd_editor_screen();
    shell.history = history_path();
    if (shell.editor)
        history_load(shell.history, take_history, shell.editor);
    printf("%s: end a query with `;`; TAB completes, `help` shows help, Ctrl-D quits.\n",
           start->archive);
    if (start->definitions)
        shell_load(&shell, start->definitions);
    read_lines(&shell);
    cmd_editor_free(shell.editor);
    query_plan_names_free(shell.names);
    buffer_free(&shell.unended);
    free(shell.history);
    free(shell.last);
    free(shell.seen);
    return CMD_DONE;
}
