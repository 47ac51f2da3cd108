// One server of a Patroni cluster: Patroni as our child, and the Postgres that it starts, which is not our child.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createRunDirectory, removeDirectory, type ServerUser } from '../server-process/run-directory.ts'
import { type TestServer, listProcesses, startServer } from '../server-process/server-process.ts'
import { waitUntil } from '../wait-until.ts'
import { fillTemplate } from './fill-template.ts'
import type { ProxiedServer } from './start-haproxy.ts'

export type PatroniNode = ProxiedServer & {
  readonly restUrl: string
  /** SIGKILL for the postmaster; its children notice and exit. Patroni keeps running. */
  killPostgres(): Promise<void>
  /** SIGKILL for Patroni, then for Postgres and its children, as if the machine had lost its power. */
  killMachine(): Promise<void>
  /** Stops every process, as a machine that hangs: its connections stay open. Returns the function that resumes them. */
  freeze(): Promise<() => void>
  /** Starts Patroni again after `killMachine`. */
  start(): Promise<void>
  logText(): Promise<string>
  [Symbol.asyncDispose](): Promise<void>
}

export type NodeOptions = {
  name: string
  ports: { postgres: number; rest: number }
  etcdAddresses: string
  ttlSeconds: number
  isSynchronous: boolean
  programs: { patroni: string; postgresDirectory: string }
  user: ServerUser | undefined
}

export async function startPatroniNode(options: NodeOptions): Promise<PatroniNode> {
  const { name, ports, user } = options
  const runDirectory = await createRunDirectory('patroni', { user })
  await using onFailure = new AsyncDisposableStack()
  onFailure.defer(() => removeDirectory(runDirectory))
  const dataDirectory = join(runDirectory, 'data')
  const configFile = join(runDirectory, 'patroni.yml')
  await writeFile(configFile, await writeConfig(options, runDirectory))
  const restUrl = `http://127.0.0.1:${ports.rest}`
  const patroni: TestServer = await startServer({
    name: `Patroni ${name}`,
    program: options.programs.patroni,
    args: [configFile],
    runDirectory,
    logFile: join(runDirectory, 'server.log'),
    user,
    stopSignal: 'SIGTERM',
    // Postgres is stopped by `killMachine` before.
    disposeSignal: 'SIGKILL',
    isReady: () => responds(restUrl),
  })
  const postmaster = async () => {
    const text = await readFile(join(dataDirectory, 'postmaster.pid'), 'utf8').catch(() => '')
    return Number(text.split('\n')[0])
  }
  const killMachine = async () => {
    const pid = await postmaster()
    await patroni.kill()
    if (pid > 0) await killAll(await listGroup(pid))
  }
  onFailure.move()
  return {
    name,
    postgresAddress: `127.0.0.1:${ports.postgres}`,
    restPort: ports.rest,
    restUrl,
    killPostgres: async () => sendSignal(await postmaster(), 'SIGKILL'),
    killMachine,
    async freeze() {
      const first = await postmaster()
      // The parents first, so that they cannot start other processes meanwhile.
      for (const pid of [patroni.pid, first]) sendSignal(pid, 'SIGSTOP')
      const stopped = [patroni.pid, ...(await listGroup(first))]
      for (const pid of stopped) sendSignal(pid, 'SIGSTOP')
      return () => {
        for (const pid of stopped) sendSignal(pid, 'SIGCONT')
      }
    },
    start: () => patroni.restart(),
    logText: patroni.logText,
    async [Symbol.asyncDispose]() {
      await killMachine()
      await patroni[Symbol.asyncDispose]()
    },
  }
}

async function writeConfig(options: NodeOptions, runDirectory: string): Promise<string> {
  const { name, ports, etcdAddresses, ttlSeconds, isSynchronous, programs } = options
  return fillTemplate('postgres/patroni.yml', {
    name,
    rest_address: `127.0.0.1:${ports.rest}`,
    etcd_addresses: etcdAddresses,
    ttl_seconds: String(ttlSeconds),
    synchronous_mode: String(isSynchronous),
    shared_buffers: '256MB',
    network: '127.0.0.1/32',
    authentication: 'trust',
    postgres_address: `127.0.0.1:${ports.postgres}`,
    data_directory: join(runDirectory, 'data'),
    program_directory: programs.postgresDirectory,
    run_directory: runDirectory,
    superuser_password: 'unused',
    replication_password: 'unused',
    // The machine must survive a frozen Patroni.
    watchdog: "'off'",
  })
}

/** Patroni answers with the state of its Postgres, which may still be copied or rewound. */
async function responds(restUrl: string): Promise<boolean> {
  return fetch(`${restUrl}/health`).then(
    () => true,
    () => false,
  )
}

/** The postmaster and its children. */
async function listGroup(postmaster: number): Promise<number[]> {
  const group = (await listProcesses()).filter(
    (one) => one.pid === postmaster || one.parentPid === postmaster,
  )
  return group.map(({ pid }) => pid)
}

async function killAll(pids: readonly number[]): Promise<void> {
  for (const pid of pids) sendSignal(pid, 'SIGKILL')
  const areGone = async () => {
    const running = await listProcesses()
    return !running.some(({ pid }) => pids.includes(pid))
  }
  await waitUntil(areGone, { withinMs: 10_000, what: 'Postgres and its children are gone', pauseMs: 50 })
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
