import type { Story } from './story.ts'
import { check, files, permission, task, todos } from './story.ts'

const lost = 'Unable to connect to the model.'
const quota = 'You exceeded your current quota, which resets in 3 hours.'

/** A night in which the provider and the agent do what goes wrong in real ones. */
export const rough: Story = {
  task,
  permission,
  files: {
    ...files,
    '.opencode/policies/blockers.yaml': [
      'version: 1',
      'extends: builtin:blockers',
      'params:',
      '  evidence: [node check.mjs]    # done means shown',
      '  fallback: [spare/one]         # takes over where the first model cannot go on',
      '  retryDelay: 1s',
      '  userGrace: 1s',
      '  silence: 10s                  # so short that nobody waits for a demo',
      '',
    ].join('\n'),
  },
  night: [
    // The very first request fails.
    { raw: { type: 'text/event-stream', text: `data: ${JSON.stringify({ error: { message: lost } })}\n\n` } },
    { text: 'I read the tasks first.', calls: [{ name: 'read', input: { filePath: 'TASKS.md' } }, todos([])] },
    { text: 'Now I', stall: new Promise(() => undefined) },
    {
      calls: [
        {
          name: 'write',
          input: { filePath: 'src/greet.js', content: 'export const greet = (name) => "Hello, " + name + "!"\n' },
        },
      ],
    },
    { status: 403, error: { message: quota } },
  ],
  spare: [
    { text: 'I test it.', calls: [{ name: 'bash', input: { command: 'npm test', description: 'Runs the tests' } }] },
    { text: 'Then I trust it.', calls: [todos([1])] },
    { text: 'Everything that needs nobody is done.\n\nBLOCKER_DIVERTER_DONE!' },
    { text: 'I check it.', calls: [check] },
    { text: 'Everything that needs nobody is done, and the check passes.\n\nBLOCKER_DIVERTER_DONE!' },
  ],
  mishaps: ['error: network', 'silence: model', 'error: quota', 'from here on: spare/one'],
}
