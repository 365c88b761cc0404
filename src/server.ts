import { server } from './host/plugin.ts'
import { setup } from './host2/setup.ts'

export default { id: 'opencode-diverter', server, setup }
