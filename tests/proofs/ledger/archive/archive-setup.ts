// The real backend and the real command, as processes, on their own Postgres, Redis and object store.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { addUser, issueToken, testJwtSecrets } from '@gatehouse/testkit/seed-backend'
import { testKeyPeppers } from '@gatehouse/testkit/seed-gateway'
import { spawnServiceProcess, startServiceProcess } from '@gatehouse/testkit/start-service-process'
import { testPaymentSettings } from '@gatehouse/testkit/test-settings'
import { type ProofDatabase, connectToDatabase, startServers } from '../../kit/servers.ts'

type CommandRun = { exitCode: number | null; lines: readonly string[] }

type RunOptions = {
  /** Called with each line that the command prints; `kill` ends it like kill -9. */
  onLine?: (kill: () => void) => void
  /** Kills the command after this time, if it still runs. */
  killAfterMs?: number
}

export type ArchiveSetup = ProofDatabase & {
  /** The directory of the object store. */
  objects: string
  run(args: readonly string[], options?: RunOptions): Promise<CommandRun>
  /** Asks for the receipt as an admin of the company; undefined if it is not answered. */
  readReceipt(call: SampleCall): Promise<string | undefined>
}

export type SampleCall = { id: string; companyId: string }

const receipt = `query ($companyId: ID!, $callId: ID!) { call(companyId: $companyId, callId: $callId) {
  id keyId concernedCompanyId model operation status reason rule createdAt durationMs promptTokens cachedTokens completionTokens
  price { version inputPerMillion cachedInputPerMillion outputPerMillion since }
  held charged givenBack balanceBefore balanceAfter arithmetic } }`

export async function openArchiveSetup(scope: AsyncDisposableStack): Promise<ArchiveSetup> {
  const { postgres, redis } = await startServers(scope)
  const connected = connectToDatabase(scope, postgres.url, { queryTimeoutMs: 900_000 })
  const objects = await mkdtemp(join(tmpdir(), 'gatehouse-archive-'))
  scope.defer(() => rm(objects, { recursive: true, force: true }))
  const environment = {
    DATABASE_URL: postgres.url,
    OBJECT_STORE_URL: pathToFileURL(objects).href,
    USER: 'proof',
    TMPDIR: objects,
  }
  const backend = scope.use(
    await startServiceProcess({
      entry: 'apps/backend/src/main.ts',
      environment: {
        ...environment,
        PORT: '0',
        REDIS_URL: redis.url,
        KEY_PEPPERS: testKeyPeppers,
        JWT_SECRETS: testJwtSecrets,
        ...testPaymentSettings,
        ADDRESS_REQUESTS_PER_MINUTE: '1000000',
      },
    }),
  )
  const tokenOf = createTokens(connected)
  return {
    ...connected,
    objects,
    run: (args, options = {}) => runCommand(environment, args, options),
    async readReceipt({ id, companyId }) {
      const response = await fetch(`${backend.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${await tokenOf(companyId)}` },
        body: JSON.stringify({ query: receipt, variables: { companyId, callId: id } }),
      })
      const { data } = (await response.json()) as { data?: { call?: unknown } | null }
      return data?.call ? JSON.stringify(data.call) : undefined
    },
  }
}

function createTokens({ database }: ProofDatabase): (companyId: string) => Promise<string> {
  const tokens = new Map<string, Promise<string>>()
  return (companyId) => {
    const known = tokens.get(companyId) ?? addUser(database, { companyId }).then(issueToken)
    tokens.set(companyId, known)
    return known
  }
}

async function runCommand(
  environment: Readonly<Record<string, string>>,
  args: readonly string[],
  { onLine, killAfterMs }: RunOptions,
): Promise<CommandRun> {
  const lines: string[] = []
  const stop = { kill: () => undefined as void }
  const command = await spawnServiceProcess({
    entry: 'apps/cli/src/main.ts',
    environment,
    args,
    onLine(line) {
      lines.push(line)
      onLine?.(stop.kill)
    },
  })
  stop.kill = () => command.signal('SIGKILL')
  const timer = killAfterMs === undefined ? undefined : setTimeout(stop.kill, killAfterMs)
  const { code } = await command.exited
  clearTimeout(timer)
  return { exitCode: code, lines }
}
