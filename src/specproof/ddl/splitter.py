"""A script to statements as the mysql client would cut it: delimiters, DELIMITER, client commands, routine bodies.

Stands between decoding and the strict reader. It refuses to judge SQL; it reports only what is wrong with the script as
text, and keeps every offset exact.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache

from specproof.ddl.client import (
    ClientCommand,
    backslash_command,
    command,
    command_line,
    delimiter_of,
    is_command,
    takes_argument,
)
from specproof.ddl.decode import decode
from specproof.ddl.lexer import Lexed, Lexer
from specproof.ddl.routines import Blocks, defines_routine
from specproof.ddl.script import Comment, Problem, Script, Statement, Token, TokenKind
from specproof.ddl.simulator.session import Session

_BLANK = re.compile(r"[ \t\n\v\f\r]+")
_WORD = re.compile(r"[A-Za-z?]+(?=[ \t\r\n\v\f;]|$)")
_PLACEHOLDER_STARTS = ("${", "{{", "{%", "<%")


@lru_cache(maxsize=1)
def _placeholder_pattern() -> re.Pattern[str]:
    return re.compile(r"\$\{[^{}\n]*\}|\{\{[^{}\n]*\}\}|\{%[^{}\n]*%\}|<%[^<>\n]*%>")


def read_script(data: bytes, path: str) -> Script:
    """The statements of a script. `path` only names it.

    Raises UsageProblem `script.empty`, `script.not-utf8`, `script.nul-byte`. Everything else that is wrong with the
    text becomes one of the script's `problems`.
    """
    return _Splitter(decode(data, path)).run(path, data)


class _Splitter:
    def __init__(self, text: str) -> None:
        self.text = text
        self.lexer = Lexer(text)
        self.session = Session.start()
        self.statements: list[Statement] = []
        self.comments: list[Comment] = []
        self.problems: list[Problem] = []
        self.leading: list[Comment] = []  # comments in front of the statement that comes next
        self.delimiter_place = (0, 0)

    def run(self, path: str, data: bytes) -> Script:
        text, pos, size = self.text, 0, len(self.text)
        line_start = True
        while pos < size:
            blank = _BLANK.match(text, pos)
            if blank:
                line_start = line_start or "\n" in blank[0]
                pos = blank.end()
                continue
            end = self._leading_comment(pos) or (self._line_command(pos) if line_start else 0)
            pos = end or self._statement(pos)
            line_start = False
        self._take_comments()
        self._placeholders()
        self._swallowed_lines()
        self.problems.sort(key=lambda problem: problem.start)
        return Script(path, data, text, tuple(self.statements), tuple(self.comments), tuple(self.problems))

    # --- in front of a statement -------------------------------------------------------------------------------------

    def _leading_comment(self, pos: int) -> int:
        """The end of a comment that begins at `pos`, 0 when none does.

        Where no statement is open the client takes `--` for a comment whatever follows; a server wants a blank.
        """
        text = self.text
        if text[pos] == "#" or text.startswith("--", pos):
            end = text.find("\n", pos)
            end = len(text) if end < 0 else end
        elif text.startswith("/*", pos) and text[pos + 2 : pos + 3] != "!":
            close = text.find("*/", pos + 2)
            end = close + 2
            if close < 0:
                end = len(text)
                self.problems.append(Problem("unterminated-comment", "This comment is never closed.", pos, end))
        else:
            return 0
        self.leading.append(Comment(text[pos:end], pos, end))
        return end

    def _line_command(self, pos: int) -> int:
        """The end of a line that is a command of the client, 0 when it is SQL."""
        word = _WORD.match(self.text, pos)
        if word is None or not is_command(word[0]):
            return 0
        end = self.text.find("\n", pos)
        end = len(self.text) if end < 0 else end
        line = self.text[pos:end]
        found = command_line(line, self.lexer.delimiter)
        if found is None:
            return 0
        self._client(found, pos, pos + len(line.rstrip(" \t\r\v\f")))
        return end

    def _client(self, found: ClientCommand, start: int, end: int) -> None:
        if found.name == "delimiter":
            self._set_delimiter(found.argument, start, end)
        self._add(start, end, (), client=True)

    def _set_delimiter(self, argument: str, start: int, end: int) -> None:
        delimiter = delimiter_of(argument)
        if delimiter is None:
            message = "DELIMITER is followed by no text that can be a delimiter; a backslash cannot be part of one."
            self.problems.append(Problem("delimiter-missing", message, start, end))
            return
        self.lexer.delimiter = delimiter
        self.delimiter_place = (start, end)

    # --- a statement -------------------------------------------------------------------------------------------------

    def _statement(self, pos: int) -> int:
        lexed = self.lexer.read(pos)
        if lexed.command >= 0:
            return self._backslash_command(lexed.command)
        if lexed.terminator == ";" == self.lexer.delimiter and defines_routine(lexed.tokens):
            lexed = self._whole_routine(lexed)
        if lexed.first >= 0:
            self._finish(lexed)
        else:
            self.leading += lexed.comments
            self._take_comments()
        self.problems += lexed.problems
        return lexed.resume

    def _finish(self, lexed: Lexed) -> None:
        delimiter = self.lexer.delimiter
        if not lexed.terminator and delimiter != ";":
            message = f"The text ends before the delimiter {delimiter} that this DELIMITER line sets."
            self.problems.append(Problem("unterminated-delimiter-block", message, *self.delimiter_place))
        first = lexed.tokens[0] if lexed.tokens else None
        if first is not None and lexed.terminator == delimiter and first.upper != "USE" and is_command(first.text):
            found = command(self.text[lexed.first : lexed.last])
            if found is not None:
                self._client(found, lexed.first, lexed.last)
                return
        self._add(lexed.first, lexed.last, tuple(lexed.tokens), comments=lexed.comments, passed=lexed.passed)
        if first is not None and first.upper == "SET":
            self._take_modes(lexed.tokens)

    def _take_modes(self, tokens: list[Token]) -> None:
        """What a SET of sql_mode says about quotes in the statements behind it."""
        self.session.apply(tokens)
        modes = self.session.modes
        self.lexer.names_in_double_quotes = "ANSI_QUOTES" in modes
        self.lexer.backslash_escapes = "NO_BACKSLASH_ESCAPES" not in modes

    def _whole_routine(self, lexed: Lexed) -> Lexed:
        """The statement with its whole body, where `;` cut it although blocks are open."""
        blocks = Blocks()
        reported = False
        while lexed.terminator == ";" and blocks.open_after(lexed.tokens):
            end = lexed.resume
            if not reported:
                message = "The client cuts this body at its first ; because no DELIMITER line stands in front of it."
                lexed.problems.append(Problem("routine-without-delimiter", message, end - 1, end))
                reported = True
            lexed.tokens.append(Token(TokenKind.PUNCT, ";", end - 1, end, ";"))
            lexed = self.lexer.read(end, resumed=lexed)
        return lexed

    def _backslash_command(self, pos: int) -> int:
        r"""A command such as `\. file` where no statement is open; gives the offset behind it."""
        text = self.text
        line_end = text.find("\n", pos)
        line_end = len(text) if line_end < 0 else line_end
        letter = text[pos + 1 : pos + 2]
        name = backslash_command(letter)
        if name is None:
            message = f"\\{letter} is no command of the client, and no server reads it."
            self.problems.append(Problem("unknown-client-command", message, pos, min(pos + 2, len(text))))
            self._add(pos, pos + 1, (Token(TokenKind.ODD, "\\", pos, pos + 1, "\\"),))
            return pos + 2
        end = resume = pos + 2
        if takes_argument(name):
            stop = text.find(self.lexer.delimiter, pos + 2, line_end)
            if name == "delimiter" or stop < 0:
                end = resume = line_end
            else:
                end, resume = stop, stop + len(self.lexer.delimiter)
        argument = text[pos + 2 : end].strip(" \t\r")
        self._client(ClientCommand(name, argument), pos, pos + len(text[pos:end].rstrip(" \t\r")))
        return resume

    # --- what is collected -------------------------------------------------------------------------------------------

    def _take_comments(self) -> tuple[Comment, ...]:
        taken = tuple(self.leading)
        self.comments += taken
        self.leading = []
        return taken

    def _add(
        self,
        start: int,
        end: int,
        tokens: tuple[Token, ...],
        *,
        comments: list[Comment] | None = None,
        client: bool = False,
        passed: str = "",
    ) -> None:
        self.leading += comments or ()
        number = len(self.statements) + 1
        self.statements.append(Statement(number, start, end, tokens, self._take_comments(), client, passed))

    # --- what is wrong with the text as a whole ----------------------------------------------------------------------

    def _placeholders(self) -> None:
        if not any(start in self.text for start in _PLACEHOLDER_STARTS):
            return
        for match in _placeholder_pattern().finditer(self.text):
            if self._read_by_server(*match.span()):
                message = f"{match[0]} is a placeholder of a template; the script was not filled in."
                self.problems.append(Problem("template-placeholder", message, *match.span()))

    def _read_by_server(self, start: int, end: int) -> bool:
        """Whether a token other than a string lies in this stretch."""
        index = bisect_right(self.statements, start, key=lambda statement: statement.start) - 1
        near = self.statements[max(index, 0) : index + 2]
        return any(
            token.start < end and start < token.end and token.kind is not TokenKind.STRING
            for statement in near
            for token in statement.tokens
        )

    def _swallowed_lines(self) -> None:
        """A lone carriage return ends a line for an editor, and ends no comment for client and server."""
        if "\r" not in self.text:
            return
        for comment in self.comments:
            place = _swallowed(comment) if comment.text[:1] in ("#", "-") else None
            if place is not None:
                message = "This text stands behind a lone carriage return and still belongs to the comment before it."
                self.problems.append(Problem("comment-swallows-line", message, place, comment.end))


def _swallowed(comment: Comment) -> int | None:
    at = comment.text.rstrip(" \t\r").find("\r")
    return None if at < 0 else comment.start + at + 1
