import { tui } from './tui/plugin.ts'

export default { id: 'opencode-diverter', tui }
