import { server } from './host/plugin.ts'

export default { id: 'opencode-diverter', server }
