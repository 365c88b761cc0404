/** Programs that are given SQL. */
const clients = /^(?:psql|mysql|mariadb|sqlite3)$/
const literal = /'(?:[^']|'')*'|"[^"]*"/g
/** What a statement begins with that only changes tables, or looks at them. */
const statement =
  /^(?:select|insert|update|delete|with|values|explain|show|describe|truncate|begin|commit|rollback|alter\s+table|(?:create|drop)\s+(?:unique\s+|temp(?:orary)?\s+)?(?:table|index|view))\b/i
/** Functions and words before a bracket behind which no file can be named. */
const harmless =
  /^(?:count|sum|avg|min|max|abs|round|lower|upper|length|coalesce|ifnull|nullif|date|datetime|strftime|now|julianday|substr|substring|replace|trim|concat|group_concat|string_agg|json_\w+|jsonb_\w+|cast|distinct|over|in|exists|and|or|not|as|on|any|all|values|using|key|unique|check|var(?:char)?|char|text|int|integer|bigint|numeric|decimal|timestamp|default|partition|from|join|where|then|else|when|select|returning)$/i
/** A table before its columns. */
const table = /\b(?:into|table|references|on|view|with|index|exists)\s{1,9}[\w.]{1,99}\s{0,9}(?=\()/gi

/** True for SQL that can name no file: it only looks at tables or changes them. */
export function staysInTables(program: string, text: string): boolean {
  if (!clients.test(program)) return false
  if (text.includes('\\')) return false
  const bare = text.replace(literal, "''")
  // Meta commands, comments, quotes of other kinds, and words that lead out.
  if (/[`$#]|\/\*|--|^\s*\.|\n\s*\.|\b(?:outfile|dumpfile|program|attach|copy|directory)\b/i.test(bare)) return false
  const statements = bare.split(';').map((each) => each.trim())
  return (
    statements.some((each) => each !== '') &&
    statements.every((each) => each === '' || statement.test(each)) &&
    [...bare.replace(table, ', ').matchAll(/([\w.]+)\s{0,9}\(/g)].every(([, name = '']) => harmless.test(name))
  )
}
