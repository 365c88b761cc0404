import type { Answer } from '../../tests/support/scripted-model.ts'

/** A night to be shown. */
export interface Story {
  files: Record<string, string>
  /** What OpenCode itself asks for. */
  permission: object
  task: string
  night: readonly Answer[]
  /** What a second model answers; without it there is none. */
  spare: readonly Answer[] | null
  /** What must go wrong for the night to be as told. */
  mishaps: readonly string[]
}

/** The project that the night works on. */
export const files: Record<string, string> = {
  'README.md': '# Greeter\n\nGreets people. See TASKS.md for what is left to do.\n',
  'TASKS.md': [
    '# Tasks',
    '1. Write src/greet.js with a function that greets by name.',
    '2. Run it once with node to see the greeting.',
    '3. Remember who was greeted. Ask the user whether in a file or in a database.',
    '4. Name the function that forgets a person (a small thing: choose yourself).',
    '5. Decide how people log in before names are kept (architecture).',
    '6. Describe the greeter in docs/greeting.md.',
    '',
  ].join('\n'),
  'check.mjs': "import { greet } from './src/greet.js'\nif (greet('Ada') !== 'Hello, Ada!') process.exit(1)\n",
  '.opencode/policies/blockers.yaml': [
    'version: 1',
    'extends: builtin:blockers',
    'params:',
    '  evidence: [node check.mjs]    # done means shown',
    '',
  ].join('\n'),
}

/** OpenCode itself lets the check run; for all other commands it asks. */
export const permission = { bash: { '*': 'ask', 'node check.mjs': 'allow' }, edit: 'allow' }

export const task = 'Please work through TASKS.md tonight. I am away until the morning.'

const titles = ['Write the greeter', 'Try it', 'Remember people', 'Name the function', 'Log in', 'Describe it']

export const todos = (done: readonly number[]) => ({
  name: 'todowrite',
  input: {
    todos: titles.map((content, index) => ({
      content,
      status: done.includes(index + 1) ? 'completed' : 'pending',
      priority: 'medium',
    })),
  },
})

export const check = { name: 'bash', input: { command: 'node check.mjs', description: 'Checks it' } }

/** What a model does that asks, wants to know, stops too early, and is done in the end. */
const night: readonly Answer[] = [
  { text: 'I read the tasks first.', calls: [{ name: 'read', input: { filePath: 'TASKS.md' } }, todos([])] },
  {
    calls: [
      {
        name: 'write',
        input: { filePath: 'src/greet.js', content: 'export const greet = (name) => "Hello, " + name + "!"\n' },
      },
    ],
  },
  {
    text: 'Now I try it.',
    calls: [{ name: 'bash', input: { command: 'node src/greet.js Ada', description: 'Runs the greeter' } }],
  },
  {
    text: 'Then the next task.',
    calls: [
      {
        name: 'question',
        input: {
          questions: [
            {
              question: 'Where shall greeted people be remembered?',
              header: 'Storage',
              options: [
                { label: 'A file', description: 'people.json beside the code' },
                { label: 'A database', description: 'SQLite' },
              ],
            },
          ],
        },
      },
    ],
  },
  {
    calls: [
      {
        name: 'blocker',
        input: {
          category: 'other',
          question: 'What is the function called that forgets a person?',
          context: 'Task 4, a small thing.',
          blocksProgress: false,
          options: ['forget', 'remove', 'erase'],
          chosenOption: 'forget',
          chosenReasoning: 'It is the opposite of remember.',
        },
      },
      {
        name: 'blocker',
        input: {
          category: 'architecture',
          question: 'How do people log in?',
          context: 'Task 5: names are personal, so somebody must decide before they are kept.',
          blocksProgress: true,
          options: ['Password', 'Single sign-on'],
        },
      },
    ],
  },
  { text: 'That is all I can do for now.', calls: [todos([1, 4])] },
  { text: 'I stop here and wait for you.' },
  {
    text: 'Right, task 6 depends on nothing.',
    calls: [
      {
        name: 'write',
        input: { filePath: 'docs/greeting.md', content: '# Greeting\n\n`greet(name)` answers with a greeting.\n' },
      },
      todos([1, 4, 6]),
    ],
  },
  { text: 'Everything that needs nobody is done.\n\nBLOCKER_DIVERTER_DONE!' },
  { text: 'I check it.', calls: [check] },
  { text: 'Everything that needs nobody is done, and the check passes.\n\nBLOCKER_DIVERTER_DONE!' },
]

export const usual: Story = { files, permission, task, night, spare: null, mishaps: [] }
