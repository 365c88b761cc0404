/** A text of a length, in UTF-16 units, whose name says what it is made of. */
export interface Hostile {
  name: string
  make: (length: number) => string
}

/** A piece again and again, with something before and behind it. */
function repeated(piece: string, begin = '', end = ''): Hostile {
  const around = [
    begin === '' ? [] : `behind ${JSON.stringify(begin)}`,
    end === '' ? [] : `before ${JSON.stringify(end)}`,
  ]
  return {
    name: [JSON.stringify(piece), ...around.flat()].join(' '),
    make: (length) => {
      const room = length - begin.length - end.length
      return begin + piece.repeat(Math.ceil(room / piece.length)).slice(0, room) + end
    },
  }
}

/** So many beginnings, and as many ends. */
const nested = (open: string, close: string): Hostile => ({
  name: `${open} in ${open}`,
  make: (length) => {
    const depth = Math.floor(length / (open.length + close.length))
    return open.repeat(depth) + close.repeat(depth)
  },
})

const each = (pieces: readonly string[]): Hostile[] => pieces.map((piece) => repeated(piece))

/** Signs that most languages have, texts in which no border comes, and such as fail only at their end. */
const any: readonly Hostile[] = [
  ...each([...'([{<"\'`*\\ \n-:=0a']),
  ...each(['a b ', 'a.', 'a-', '\r\n', 'a\u0301', '\u200b', '\ud83d\udc69\u200d', '\ud800', '\u001b[0;']),
  ...[' ', 'a', '0', '-', '\\', '\n'].map((piece) => repeated(piece, 'a ', '!')),
  ...[nested('(', ')'), nested('[', ']'), nested('{', '}'), nested('"', "'")],
]

/** What looks like the beginning of something that readers of one kind look for. */
const kinds = {
  shell: [
    ...each(['<<A\n', '$(', '${a:-', '$((', '<(', '[[ ', '{a,b}', 'a;', 'a && ', 'a | ', "a'b", '\\\n', 'X=$X ']),
    ...each([
      'cd a;',
      'if a; then ',
      'case a in ',
      'for a in ',
      'a() { ',
      'echo a > ',
      'env -S ',
      'sh -c ',
      '-->',
      '+\n',
    ]),
    ...each([
      '*** Add File: a\n',
      ' *** Move to: ',
      "select 'a' from a (",
      'a="b";',
      'a.b(',
      'open("a",',
      'echo a >> b;',
    ]),
    repeated('a ', 'a = "0123456789012345678901234567890123456789"; '),
    ...[nested('$(', ')'), nested('{', ',b}')],
  ],
  glob: [
    ...each(['*a', '**/', '?(', '!(', '+(a', '[a', '[!', '../', 'a/', './', '{a,', '{1..9}', '*.*', 'a*b?']),
    ...[repeated('*', 'a', 'b'), repeated('a', '*', '*'), nested('@(', ')'), nested('{a,', '}')],
  ],
  markdown: [
    ...each(['- [ ] ', '- [x] a (b1)\n', '## Session: S1 — x\n', '### Hard\n', '```\n', '~~~\n', '~~', '<!-- ', '-->']),
    ...each(['<del>', '> ', '1. ', '[LABEL: ', '[LABEL]', '  - **Answer**: ', '``a`', '_', '&', '<a ', '- ']),
    ...each(['<!-- opencode-diverter 1-0123456789ab: -->\n', '\u202e', '\u2028', '\t']),
    ...['a', ' ', '-', '\\'].map((piece) => repeated(piece, '- [x] ', ' (b1')),
  ],
  yaml: [
    ...each([
      '- ',
      '? ',
      'a: ',
      'a: b\n',
      '- a\n',
      '&a ',
      '*a, ',
      '{a: ',
      '"a\\',
      '|\n',
      '%A\n',
      '---\n',
      '!!a ',
      '# a\n',
    ]),
    ...each(['# lint-ignore ', '<<: ', "''", '""', '\ta', '{{#if a}}', '{{a}}']),
    ...[repeated('- a\n', 'rules:\n'), repeated('\n', 'a: "', '"'), repeated(' ', 'a: |\n', 'a')],
  ],
  template: [
    ...each([
      '{{',
      '{{{',
      '{{#if a}}',
      '{{#each a}}',
      '{{a}}',
      '{{!-- ',
      '--}}',
      '{{else}}',
      '{{quote ',
      '(a ',
      '\\{{',
      '{{a.',
    ]),
    nested('{{#if a}}', '{{/if}}'),
  ],
  secret: [
    ...each([
      'password=',
      'password ',
      'password: \\"',
      'token: "',
      'sk-',
      'eyJ',
      'eyJa.',
      'https://a:',
      'https://a:b@',
    ]),
    ...each([
      'Bearer ',
      'cookie: a=',
      'a=b; ',
      'AKIA',
      'auth = (',
      '<password>',
      'curl -u ',
      'api_key_',
      'key-',
      'a:b:',
    ]),
    ...each([
      '-----BEGIN PRIVATE KEY-----\n',
      '-----END PRIVATE KEY-----\n',
      'sudo ',
      'mysql -p',
      'echo a | ',
      'ab12AB/+',
    ]),
    ...[
      ...each([
        'user,password\na,b\n',
        'password,',
        '| token | ',
        'A  TOKEN\n',
        '"password",',
        '\\npassword\\t',
        'insert into a (token) values (',
        "('a',",
      ]),
      ...each([
        'kind: Secret\ndata:\n',
        'data:\n  a: b\n',
        '"data":{"a":"b"},"kind":',
        'secrets: {',
        '- kind: Secret\n ',
      ]),
      ...each(['eyJaaaaaaaa\n', 'eyJaaaaaaaa.eyJaaaaaaaa\n', '" + "', 'MIIEpAIBAAKCAQEAaaaaaaaaaaaaaaaa\n', '++++\n']),
      ...each([
        'login("a", ',
        'server=a;',
        'server=a;password=',
        '"value":"aaaa","',
        '%3Atoken%3D',
        '<password>\n',
        "'\\''",
      ]),
      ...each([
        'password = Some(',
        'password: {"a":"b",',
        'Basic aaaaaaaaa',
        'credentials a:',
        'password <<A\n',
        'basicAuth',
      ]),
      repeated('a1', 'password="'),
      repeated('=', 'password'),
      repeated('a b ', 'mnemonic '),
      repeated('A1b2', 'sk-', '!'),
    ],
  ],
  time: [
    ...each([
      'resets at ',
      'resets in ',
      'retry after: 1',
      'try again jan 1 ',
      'until 2026-02-13T',
      '2026-02-13T',
      '1h ',
    ]),
    ...each(['0:', '12:00 ', 'limit ', 'a.m. ', 'model ', 'context', 'quota', '1d', 'deadbeef-', '1.']),
    ...[repeated('1h ', 'resets in '), repeated(' ', 'resets at 1', 'am'), repeated('A/', 'resets at 1am ')],
  ],
  words: [
    ...each([
      'DONE',
      'DONE ',
      'DONE\n',
      '. DONE',
      '`DONE` ',
      '<DONE>',
      '\\DONE',
      '！',
      '_DONE',
      'a/b.ts ',
      'a.b',
      '"a.b" ',
    ]),
    ...[
      repeated('*', '', 'DONE'),
      repeated('!? ', 'DONE'),
      repeated('_', 'a', 'DONE'),
      repeated('-- [ ] ', '', 'DONE'),
    ],
  ],
  json: [
    ...each(['{"a":', '["a",', '"\\u0000', '\\"', '//', '/*', '/* */', ',]', ',', '1e', '{"v":1,"seq":', '{"line":']),
    ...each(['{"v":1,"seq":1}\n', '[]\n', '"a"\n']),
    ...[nested('{"a":', '}'), repeated('0,', '[', '0]'), repeated('"a",', '[', '0]')],
  ],
} satisfies Record<string, readonly Hostile[]>

export type Kind = keyof typeof kinds

/** The texts for a reader of these kinds. */
export const hostileTo = (wanted: readonly Kind[]): Hostile[] => [...any, ...wanted.flatMap((kind) => kinds[kind])]
