// Runs the simulator as a separate process, with a clock that follows real time: `node main.ts --port 9200
// --webhook-url http://127.0.0.1:4000/webhook --webhook-secret whsec_dev`.
import { parseArgs } from 'node:util'
import { startStripeSim } from './start-stripe-sim.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '9200' },
    'api-key': { type: 'string' },
    'webhook-url': { type: 'string' },
    'webhook-secret': { type: 'string', default: 'whsec_dev' },
  },
})

const sim = await startStripeSim({ port: Number(values.port), apiKey: values['api-key'] })
const url = values['webhook-url']
if (url !== undefined) sim.addEndpoint({ url, secrets: [values['webhook-secret']] })
process.stdout.write(`payment simulator listening on ${sim.baseUrl}, key ${sim.apiKey}\n`)

const tick = setInterval(() => void sim.advanceTo(Math.floor(Date.now() / 1_000)), 1_000)
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    clearInterval(tick)
    void sim.close()
  })
}
