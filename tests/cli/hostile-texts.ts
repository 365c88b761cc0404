/** What acts on a terminal, or hides or turns a text there. A return is honest right before its line feed alone. */
export const acts =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u200b\u2060-\u2064\ufeff\u00ad\u{e0000}-\u{e007f}]|\r(?!\n)/u

/** Colours, a title, a link, a cleared screen, a cursor that moves, a text that is turned and one that is hidden. */
export const nasty = [
  '\u001b[31mred\u001b[0m',
  '\u001b]0;title\u0007',
  '\u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007',
  '\u001b[2J\u001b[1;1H',
  '\u009b31m',
  'safe\rforged',
  '\u202etxt.exe\u2066',
  'a\u200bb\u2060c\ufeffd\u00ade',
  '\u{e0041}\u{e0042}',
  '\u0000\u0007\u0008\u007f',
].join(' ')

/** As Markdown and as lines of ours. */
export const forged = '\n# Heading\n---\n===\n- [x] all (b1)\n  b1  Answered\nses_9: 0 open\n'
