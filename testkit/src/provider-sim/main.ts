// Runs the simulator as a separate process: `node main.ts --port 9100 --tokens-per-second 40`. Load tests add
// `--no-record-requests`.
import { parseArgs } from 'node:util'
import { startProviderSim } from './start-provider-sim.ts'

const { values } = parseArgs({
  allowNegative: true,
  options: {
    port: { type: 'string', default: '9100' },
    host: { type: 'string' },
    'api-key': { type: 'string' },
    'tokens-per-second': { type: 'string' },
    'record-requests': { type: 'boolean', default: true },
  },
})

const rate = values['tokens-per-second']
const sim = await startProviderSim({
  port: numberFrom('--port', values.port, 0),
  host: values.host,
  apiKey: values['api-key'],
  tokensPerSecond: rate === undefined ? undefined : numberFrom('--tokens-per-second', rate, 1),
  recordRequests: values['record-requests'],
})
process.stdout.write(`provider simulator listening on ${sim.baseUrl}\n`)
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void sim.close())
}

function numberFrom(name: string, text: string, min: number): number {
  const value = Number(text)
  if (text.trim() !== '' && value >= min) return value
  process.stderr.write(`${name} must be a number from ${min} up, not "${text}"\n`)
  process.exit(2)
}
