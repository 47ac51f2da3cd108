// The four commands of the image, run as a container platform runs them.
import { findFreePort } from '@gatehouse/testkit/free-port'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { type ImageRun, runCommand, startCommand } from './run-image.ts'

/** One line per command that does not do what it should. */
export async function tryCommands(image: ImageRun): Promise<string[]> {
  const faults: string[] = []
  const expect = (isTrue: boolean, fault: string) => isTrue || faults.push(fault)
  const conditions = await runCommand(image, ['sh', '-c', 'id -u; grep " / " /proc/mounts'])
  expect(/^10001\n\S+ \/ \S+ ro[, ]/.test(conditions), `not a read-only root for user 10001: ${conditions}`)
  for (const service of ['gateway', 'backend', 'ai-service']) {
    const printed = await runCommand(image, [service, '--check-config']).catch(String)
    expect(printed === `${service}: settings are valid`, `${service} --check-config: ${printed}`)
  }
  const help = await runCommand(image, ['gatehouse', '--help']).catch(String)
  expect(help.includes('migrate'), `gatehouse --help: ${help}`)
  for (const [service, path, expected] of [
    ['gateway', '/health', '"status":"degraded"'],
    ['backend', '/health', '"status":"degraded"'],
    ['backend', '/', '<title>Gatehouse'],
    ['ai-service', '/health', '"status":"healthy"'],
  ] as const) {
    const port = await findFreePort()
    const environment = { ...image.environment, PORT: String(port), SHUTDOWN_LEAD_MS: '0' }
    await using running = await startCommand({ ...image, environment }, [service])
    const answer = await askOnceUp(`http://127.0.0.1:${port}${path}`, running.exited)
    expect(answer.includes(expected), `${service}${path}: ${answer.slice(0, 300)}`)
  }
  return faults
}

async function askOnceUp(url: string, exited: Promise<unknown>): Promise<string> {
  let answer: string | undefined
  void exited.then(() => (answer ??= 'the service has exited'))
  const ask = async () => {
    answer ??= await fetch(url).then(
      (response) => response.text(),
      () => undefined,
    )
    return answer !== undefined
  }
  await waitUntil(ask, { withinMs: 60_000, what: `${url} answers` }).catch(() => undefined)
  return answer ?? 'no answer'
}
