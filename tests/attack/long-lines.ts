/** Samples of calls that are long, `TOOL ARGUMENTS`: written out they would fill a file. */
const bash = (line: string): string => `bash ${JSON.stringify(line)}`
const many = (count: number, make: (at: number) => string, between = ' '): string =>
  Array.from({ length: count }, (_, at) => make(at)).join(between)

const files = (count: number): string => many(count, (at) => `src/part-${at % 40}/file-${at}.ts`)
const markdown = (count: number): string => `Call \`a()\` and $(b) of .opencode/policies/x.yaml.\n`.repeat(count)
const key = '~/.local/state/opencode-diverter/nights.key'
const policy = '.opencode/policies/blockers.yaml'

/** What binds stands behind much else. */
export const longRefused: readonly string[] = [
  `cat ${files(1000)} ${key}`,
  `cat ${files(3000)} ${key}`,
  `npx prettier --write ${files(900)} ${policy}`,
  `npx prettier --write ${files(2500)} ${policy}`,
  `git add ${files(1500)}; rm ${policy}`,
  `true ${'a'.repeat(50_000)}; rm ${policy}`,
  `echo ${'$(true) '.repeat(80)}; rm ${policy}`,
  `echo "<<'E'\n${'$(true) '.repeat(80)}\nE\n"; rm ${policy}`,
  `cat > a.md <<'E'\n${markdown(3000)}E\nrm ${policy}`,
  `bash -c "bash -c 'bash -c \\"eval eval eval rm ${policy}\\"'"`,
  `${many(60, (at) => `ln -s .opencode x${at}`, '; ')}; rm x59/policies/blockers.yaml`,
  `docker run ${many(30, (at) => `-v ./.opencode:/m${at}`)} alpine rm -r /m29/policies`,
  `${many(12, (at) => `cd x${at}`, '; ')}; cd -; cd /tmp; cd "$OLDPWD"; rm .opencode/policies/blockers.yaml`,
  `${many(30, (at) => `echo "true ${at}" >> x.sh`, '; ')}; echo "rm ${policy}" >> x.sh; sh x.sh`,
  `python3 - <<'E'\n${many(300, (at) => `a.b${at} = c.d${at}`, '\n')}\nopen('${policy}', 'w')\nE`,
  `python3 - <<'E'\n${'# nothing\n'.repeat(5000)}open('${policy}', 'w')\nE`,
  `python3 -c "x = [${"'a', ".repeat(200)}'.opencode/policies']; open(x[-1] + '/blockers.yaml', 'w')"`,
  `python3 -c "${'x = 1; '.repeat(90)} open('${policy}', 'w')"`,
  `node -e "${many(14, (at) => `a.join('${at}')`, ';')}; fs.rmSync(['.opencode', 'policies'].join('/'))"`,
  `git -c a.b=c -c a.d=e -c a.f=g -C .opencode rm policies/blockers.yaml`,
].map(bash)

/** Arguments of unknown tools. */
const deep = (levels: number, value: unknown): unknown => (levels === 0 ? value : { a: deep(levels - 1, value) })
const given = (input: unknown): string => `some_tool ${JSON.stringify(input)}`
export const longToolsRefused: readonly string[] = [
  given({ list: [...Array.from({ length: 600 }, (_, at) => `src/${at}.ts`), policy] }),
  given({ list: [...Array.from({ length: 6000 }, (_, at) => `src/${at}.ts`), policy] }),
  given(deep(14, { file: policy })),
  given({ file: `${'./'.repeat(900)}${policy}` }),
]

/** Long and ordinary. */
export const longPassed: readonly string[] = [
  `npx prettier --write ${files(800)}`,
  `npx prettier --check ${files(700)} && git add ${files(700)}`,
  `git add ${files(1200)} && git commit -m wip`,
  `cat ${files(400)} | wc -l`,
  `cat > docs/a.md <<'EOF'\n${markdown(1500)}EOF`,
  `mkdir -p docs\ncat > docs/a.md <<'EOF'\n${markdown(100)}EOF\ncat > docs/b.md <<'EOF'\n${markdown(100)}EOF\nnpm test`,
  `cat > docs/a.md <<EOF\n${'Call \\`a()\\`.\n'.repeat(300)}EOF`,
  `python3 - <<'E'\n${many(400, (at) => `a.b${at} = c.d${at}`, '\n')}\nE`,
  `node -e "${many(200, (at) => `console.log('part ${at}', a.b.c${at})`, ';')}"`,
  `${many(10, (at) => `(cd packages/p${at} && npm test && rm -rf dist)`, '; ')}`,
  `for f in ${files(300)}; do npx eslint "$f"; done`,
  `${many(40, (at) => `echo "line ${at}" >> notes.txt`, '; ')}`,
].map(bash)
