// Several processes of the AI service on one database, controlled through their generator routes.
import { type ServiceProcess, startServiceProcess } from '@gatehouse/testkit/start-service-process'
import { testInternalCaller } from '@gatehouse/testkit/test-settings'

export type Status = { status: string; uptime_seconds: number; current_batch: number; queue_size: number }

export type Replicas = {
  start(): Promise<Status>
  stop(replica: number): Promise<Status>
  /** Returns the status that each replica reports. */
  statuses(): Promise<Status[]>
  /** Kills one replica with SIGKILL and starts a replacement. */
  kill(replica: number): Promise<void>
  /** Stops all replicas gracefully and starts the same number again. */
  restart(): Promise<void>
}

const path = '/api/v1/background-tasks/match-score-generator'

export async function startReplicas(
  count: number,
  environment: Readonly<Record<string, string>>,
  scope: AsyncDisposableStack,
): Promise<Replicas> {
  const open = async () =>
    startServiceProcess({
      entry: 'apps/ai-service/src/main.ts',
      environment: { PORT: '0', ...environment, ...testInternalCaller.settings },
    })
  const processes: ServiceProcess[] = await Promise.all(Array.from({ length: count }, open))
  scope.defer(async () => {
    await Promise.all(processes.map((process) => process[Symbol.asyncDispose]()))
  })
  const ask = async (replica: number, method: 'GET' | 'POST', action: string): Promise<Status> => {
    const { headers } = testInternalCaller
    const response = await fetch(`${processes[replica]?.url}${path}/${action}`, { method, headers })
    if (!response.ok) throw new Error(`${action} got ${response.status}: ${await response.text()}`)
    return (await response.json()) as Status
  }
  return {
    start: () => ask(0, 'POST', 'start'),
    stop: (replica) => ask(replica, 'POST', 'stop'),
    statuses: () => Promise.all(processes.map((_, replica) => ask(replica, 'GET', 'status'))),
    async kill(replica) {
      const victim = processes[replica]
      if (!victim) throw new RangeError('there is no such replica')
      victim.signal('SIGKILL')
      await victim.exited
      processes[replica] = await open()
    },
    async restart() {
      await Promise.all(processes.map((process) => process[Symbol.asyncDispose]()))
      processes.splice(0, count, ...(await Promise.all(Array.from({ length: count }, open))))
    },
  }
}
