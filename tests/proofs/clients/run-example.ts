// Runs an example of a page as a reader would: as a program of its own, with the address and a key in its environment.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addKey } from '@gatehouse/testkit/seed-gateway'
import type { ProviderSim } from '@gatehouse/testkit/start-provider-sim'
import type { GatewaySetup } from '../gateway/gateway-setup.ts'
import type { ClientExample } from './client-pages.ts'
import type { ExampleRun } from './judge-example.ts'

export type ExampleRunner = { run(example: ClientExample): Promise<ExampleRun> }

const package_ = fileURLToPath(new URL('../../', import.meta.url))
const timeoutMs = 60_000

export function createExampleRunner(
  scope: AsyncDisposableStack,
  { setup, sim, url }: { setup: GatewaySetup; sim: ProviderSim; url: string },
): ExampleRunner {
  // Inside the package, so that an example can resolve the clients it imports.
  const folder = mkdtempSync(join(package_, '.gatehouse-clients-'))
  scope.defer(() => rmSync(folder, { recursive: true, force: true }))
  const environment = {
    PATH: [join(package_, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
    // mcp-remote keeps its state in the home directory.
    HOME: folder,
    // Loading a client takes longer than its calls.
    NODE_COMPILE_CACHE: join(folder, 'cache'),
    BASE_URL: `${url}/llm/v1`,
  }
  return {
    async run(example) {
      const { key, raw } = await addKey(setup.database, { companyId: setup.companyId })
      const file = join(folder, `${example.client}-${example.feature.replaceAll(' ', '-')}.mjs`)
      writeFileSync(file, example.code)
      const seen = sim.requests.length
      planFaults(sim, example.feature)
      const output = await runProgram(file, { ...environment, API_KEY: raw })
      const answered = sim.requests.slice(seen).filter(({ outcome }) => outcome === 'completed')
      const calls = await setup.database
        .selectFrom('calls')
        .select(['status', 'charged_micros'])
        .where('key_id', '=', key.id)
        .execute()
      return {
        ...output,
        answered: answered.map(({ path }) => path),
        calls: calls.map((call) => ({ status: call.status, chargedMicros: call.charged_micros })),
      }
    },
  }
}

function planFaults(sim: ProviderSim, feature: string): void {
  if (feature === 'Retries') sim.planNext({ fault: { kind: 'status', status: 503 } }, 2)
  if (feature === 'Broken streams') sim.planNext({ fault: { kind: 'error_mid_stream', after: 3 } })
}

/** A program that fails or does not end is judged by what it printed. */
function runProgram(
  file: string,
  env: Record<string, string>,
): Promise<Pick<ExampleRun, 'stdout' | 'stderr'>> {
  return new Promise((resolve) => {
    execFile(process.execPath, [file], { env, timeout: timeoutMs }, (error, stdout, stderr) => {
      resolve({ stdout: error ? `${stdout}${error.message}` : stdout, stderr })
    })
  })
}
