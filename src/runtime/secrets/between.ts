/** A quote, at any depth of escapes, and as a shell writes one within quotes. */
export const quote = "(?:'\\\\{1,3}''|'\"'\"'|\\\\{0,31}[\"'`])"
const blanks = '[ \\t]{0,40}'
/** A line that goes on, and a text of several lines in YAML. */
const goesOn = '(?:\\\\{1,4}(?:\\r?\\n|n)[ \\t]{0,40}|[|>][-+]?\\d?[ \\t]{0,8}(?:\\r?\\n|\\\\n)[ \\t]{0,40})?'

/** Only where a text in quotes follows: base64 ends in = too. */
const type = '(?::|[ \\t]As\\b)[ \\t]?&?[A-Za-z][\\w<>\\[\\]. |?]{0,40}?[ \\t]?=[ \\t]?'
/** What makes a value of a text: `[]byte("…")`, `Some("…")`, `String::from("…")`. */
const made =
  '(?:(?:new[ \\t])?(?:\\[\\]byte|(?:Some|Just|Ok|Optional|Secret\\w{0,12}|SecureString|String|Buffer|Box|Arc|bytes|bytearray)(?:(?:::|\\.)(?:from|new|of|create|just|fromString|from_str))?)\\()'
const wrapped = `(?:${made}{1,2}(?=${quote}))`
/** `"Bearer " + "…"`. */
const scheme = `(?:${quote}(?:Bearer|Basic|Token) {0,2}${quote}\\s{0,4}\\+\\s{0,4})?`
const sign = '(=>|:=|\\?=|\\|\\|=|\\?\\?=|<-(?=[ \\t])|={1,3}|!==?|::(?=[ \\t])|:|%(?:25)?3[dD]|\\\\{1,7}u003d)'
/** Other parts of a pair between its name and its value. */
const part = `(?:${quote}?\\w{1,20}${quote}?\\s{0,4}[:=]\\s{0,4}${quote}?[\\w -]{0,40}${quote}?,(?:\\s|\\\\{1,7}n){0,40})`

/** What stands between the name of a secret and its value. */
export const between = {
  /** `name: "…"`, `name=…`, `name => …`, `env["name"] = …`, `name: string = …`, `name 1: …`, `name = Some("…")`. */
  assigned: new RegExp(
    `^${quote}?[\\])]?(?:\\[\\d{0,5}\\])?(?:[ \\t]\\d{1,2})?${blanks}(?:${type}${made}{0,2}(?=${quote})|${sign}${blanks}(?:\\s{0,40}(?=${quote})|${wrapped})?${scheme}${goesOn})`,
  ),
  /** `- name: NAME`, `value: …` on the next line; the same in JSON and as attributes. */
  listed: new RegExp(
    `^${quote}?,?(?:\\s|\\\\{1,7}n){0,40}${part}{0,2}${quote}?value${quote}?\\s{0,4}[:=]\\s{0,4}`,
    'i',
  ),
  /** `("NAME", "…")`. */
  given: new RegExp(`^${quote}\\s{0,4},\\s{0,20}${scheme}(?=${quote})`),
  /** `setName("…")`, `.name("…")`. */
  called: new RegExp(`^\\(\\s{0,4}(?=${quote})`),
  /** `"name": { …, "value": "…"`, and a variable with its default. */
  within: new RegExp(
    `^${quote}?\\s{0,4}[:=]?\\s{0,4}\\{[^{}]{0,100}?\\b(?:value|default)${quote}?\\s{0,4}[:=]\\s{0,4}(?=${quote})`,
    'i',
  ),
  /** `env.NAME || "…"`, `get("NAME") or "…"`, `fetch("NAME") { "…"`. */
  otherwise: new RegExp(`^${quote}?[\\])]{0,2}\\s{1,4}(?:\\|\\|=?|\\?\\?=?|or|\\?:|\\{)\\s{1,4}(?=${quote})`),
  /** `<name>…<`, `name="NAME">…<`, `<key>NAME</key><string>…<`, over lines and as CDATA. */
  tagged:
    /^(?:(?:\\{0,31}["'][^<>]{0,60}|\s[^<>]{0,100})?>|<\/\w{1,20}>\s{0,40}<\w{1,20}>)(?:\s|\\{1,7}[nrt]){0,40}(?:<!\[CDATA\[|<[vV]alue>)?(?=[^<\s])/,
  /** Behind an option, an instruction, or another word of the same line. */
  spaced: /^[ \t]{1,8}(?:\\\r?\n[ \t]{0,40})?(?=[^\s=:|>-])/,
  /** `the password is …`. */
  told: /^\s(?:is|was|are|will be|should be|is now|is set to|set to|to)(?:\s|:\s){1,3}/,
  /** `login NAME password …`, over lines too. */
  netrc: /^\s{1,40}/,
} as const
