interface YamlFault {
  code: string
  message: string
}

const operatorsToQuote = /(^|[\s{,])(!==|!!|!|>=|>|\*)\s*:/

/** Says what to do where the message of the YAML parser misleads. `line` is the line of the fault. */
export function explainYaml(fault: YamlFault, line: string): string {
  const operator = operatorsToQuote.exec(line)?.[2]
  if (operator)
    return `Cannot read the operator ${operator}: YAML gives it another meaning; quote it, as in "${operator}":`
  if (fault.code === 'TAB_AS_INDENT') return 'Cannot indent with a tab: YAML takes spaces only'
  if (fault.code === 'BAD_DQ_ESCAPE')
    return 'Cannot read this escape in double quotes: put patterns in single quotes, where a backslash is itself'
  if (fault.code === 'TAG_RESOLVE_FAILED') return 'Cannot use a tag: quote what begins with an exclamation mark'
  if (/\{\{/.test(line)) return 'Cannot read an unquoted {{: put texts with {{ }} in quotes or after a "|"'
  if (fault.code === 'BLOCK_AS_IMPLICIT_KEY' && /:\s+[^\s"'|>[{][^"']*:(\s|$)/.test(line))
    return 'Cannot read a text with a colon and a space in it: put it in quotes'
  return `Cannot read the YAML: ${lowerFirst(firstSentence(fault.message))}`
}

function firstSentence(message: string): string {
  return (message.split('\n')[0] ?? message).replace(/ at line \d+, column \d+:?$/, '')
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
