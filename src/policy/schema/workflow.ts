import * as z from 'zod'
import { memory } from '../../core/vocabulary.ts'
import { condition, constant, name, text } from './values.ts'

const says = z
  .strictObject({
    pattern: z.string().min(1).describe('An RE2 pattern; it is a hint and never enough without evidence.'),
    match: z.array(z.string()).optional().describe('Texts that the pattern must find; lint tries them.'),
    no_match: z.array(z.string()).optional().describe('Texts that the pattern must not find; lint tries them.'),
  })
  .describe('What the agent writes at the end of a turn when the state is done.')

const state = z
  .strictObject({
    next: z.array(name).describe('The states that may follow; a text at the end of a turn leads to the first.'),
    skills: z
      .array(z.string().min(1))
      .min(1)
      .optional()
      .describe('The skills that enter the state, by their exact names.'),
    needs: z
      .array(name)
      .optional()
      .describe(
        'States whose artifact must exist, and whose evidence must hold, whenever a skill of this state is called.',
      ),
    artifact: z
      .string()
      .min(1)
      .optional()
      .describe('The file that the state leaves, by the name that people know it by.'),
    evidence: condition.optional().describe('What must hold before the state is left, beside the artifact.'),
    recorded: condition
      .optional()
      .describe('What another session may go on from beside a recorded artifact; else it enters the state itself.'),
    missing: z
      .string()
      .optional()
      .describe('A Handlebars text for what is missing as long as the state cannot be left.'),
    remedy: z.string().optional().describe('A Handlebars text for what to do about what is missing.'),
    optional: z.boolean().optional().describe('The state may be passed over.'),
    skip: z
      .strictObject({
        when: condition.describe('What must hold for it.'),
        because: z.string().min(1).describe('A Handlebars text: why the state is passed over.'),
      })
      .optional()
      .describe('When the state may be passed over.'),
    says: says.optional(),
  })
  .meta({ id: 'State' })

const store = z.strictObject({
  file: z.string().min(1).describe('The project file, relative to the project.'),
  state: z.string().min(1).describe('The key of the current state.'),
  artifacts: z.string().min(1).describe('The key of the artifacts, by state.'),
  skipped: z.string().min(1).describe('The key of the list of states that were passed over.'),
  begun: z
    .string()
    .min(1)
    .describe('The key of the time when the workflow was started, by which sessions tell two of them apart.'),
  left: z
    .string()
    .min(1)
    .default('files_left')
    .describe('The key of the files that earlier workflows left: none of them is the only artifact that is there.'),
})

const other = z.strictObject({
  kind: z.enum(Object.keys(memory) as [keyof typeof memory]).describe('What the key holds, as of a slot.'),
  key: z.string().min(1).describe('The key in the project file.'),
})

/** The shape of `workflow:`; a file that extends adds states. */
export const workflow = z
  .strictObject({
    store: store.describe('The project file in which the workflow stands, and its keys.'),
    start: name.describe('The first state.'),
    startCommand: name.optional().describe('The slash command that starts the workflow.'),
    command: name.optional().describe('The slash command with the actions status, finish and reset.'),
    folders: constant.describe('Globs of the folders that artifacts lie in.'),
    exempt: constant.optional().describe('Globs of skills that no state concerns.'),
    label: z
      .string()
      .min(1)
      .optional()
      .describe('Live marks of this name, such as [LABEL: …], are counted in artifacts.'),
    refuse: text.describe('Gets skill, target, why, next and remedy.'),
    unknown: z
      .strictObject({
        refuse: text.describe('Gets skill and known.'),
        except: z.array(name).describe('States in which skills that are not listed are free.'),
      })
      .describe('What becomes of a skill that no state names.'),
    broken: text.describe('Gets skill.'),
    started: text.optional().describe('The answer to the start command.'),
    again: text.optional().describe('The answer to the start command while a workflow is there.'),
    status: text
      .optional()
      .describe('Gets ahead (each state, and why it cannot be entered) and passed (what was skipped and why).'),
    ended: text.optional().describe('The answer to finish and reset.'),
    reads: z.record(name, other).optional().describe('Keys of the project file that others own, as memory.'),
    states: z.record(name, state).describe('The states by name, in the order in which they are shown.'),
  })
  .meta({ id: 'Workflow', description: 'A state machine over skill calls, written out as memory, facts and rules.' })

/** What a file that extends may add to a workflow; states that exist are changed under override. */
export const workflowLayer = z.strictObject({ states: z.record(name, state) }).describe('New states of the workflow.')

export type WorkflowDocument = z.infer<typeof workflow>
export type StateDocument = z.infer<typeof state>
