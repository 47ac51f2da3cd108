import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Command, UsageError } from '../../command.ts'

const services = ['gateway', 'backend', 'ai-service']

export const checkConfigCommand: Command = {
  name: 'check-config',
  usage: `check-config ${services.join(' | ')}`,
  summary: 'checks the settings of a service without starting it, and lists all errors in them',
  async run(terminal, [service, ...rest]) {
    if (service === undefined || rest.length > 0 || !services.includes(service)) {
      throw new UsageError(
        `name one service:\n${services.map((name) => `  gatehouse check-config ${name}`).join('\n')}`,
      )
    }
    // The service itself reads its settings, so that the check cannot differ from the service. It runs with the same
    // Node binary as this command.
    const entry = fileURLToPath(new URL(`../../../../${service}/src/main.ts`, import.meta.url))
    const child = spawn(process.execPath, [entry, '--check-config'], {
      env: { ...terminal.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [stdout, stderr, [code]] = await Promise.all([
      child.stdout.toArray(),
      child.stderr.toArray(),
      once(child, 'exit') as Promise<[number | null]>,
    ])
    if (stdout.length > 0) terminal.print(Buffer.concat(stdout).toString().trimEnd())
    if (stderr.length > 0) terminal.printError(Buffer.concat(stderr).toString().trimEnd())
    return code ?? 1
  },
}
