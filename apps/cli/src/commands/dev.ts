import { parseArgs } from 'node:util'
import { type Command, type Terminal, wrongUsage } from '../command.ts'
import { readDevelopmentConfig } from '../config.ts'
import type { RunningPlatform } from '../dev/start-platform.ts'

export const devCommand: Command = {
  name: 'dev',
  usage: 'dev [--fresh] [--data DIR]',
  summary:
    'starts the whole platform on this machine, and Postgres, Redis and a model simulator where none is set',
  async run(terminal, words) {
    const options = readOptions(words)
    // The testkit is not part of a production install, so nothing may import it before `dev` is asked for.
    const { startPlatform } = await import('../dev/start-platform.ts')
    await using platform = await startPlatform({
      ...readDevelopmentConfig(terminal),
      dataDirectory: options.data,
      isFresh: options.fresh,
      print: terminal.print,
      hasColour: terminal.isInteractive,
      stopRequested: terminal.stopRequested,
    })
    terminal.print(describePlatform(platform))
    const ended = await Promise.race([stopRequested(terminal), platform.unexpectedEnd])
    terminal.print(ended)
    return terminal.stopRequested.aborted ? 0 : 1
  },
}

function readOptions(words: readonly string[]): { fresh: boolean; data: string } {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: { fresh: { type: 'boolean' }, data: { type: 'string' } },
    })
    return { fresh: values.fresh ?? false, data: values.data ?? '.gatehouse' }
  } catch (thrown) {
    throw wrongUsage(
      `${thrown instanceof Error ? thrown.message : String(thrown)}\nusage: gatehouse ${devCommand.usage}`,
    )
  }
}

async function stopRequested({ stopRequested: signal }: Terminal): Promise<string> {
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
  return '\nstopping …'
}

function describePlatform({ addresses, isSimulated, demoKey, demoUsers, tookMs }: RunningPlatform): string {
  const rows = Object.entries(addresses).map(([name, address]) => `  ${name.padEnd(11)} ${address}`)
  const body = `{"model":"svc/chat-default","stream":true,"messages":[{"role":"user","content":"Hello"}]}`
  return [
    '',
    `Gatehouse is up (${(tookMs / 1_000).toFixed(1)} s)`,
    ...rows,
    '',
    isSimulated ? 'No model provider is configured, so a simulator answers. Try:' : 'Try:',
    `  curl -N ${addresses.gateway}/llm/v1/chat/completions -H 'authorization: Bearer ${demoKey}' -H 'content-type: application/json' -d '${body}'`,
    '',
    `The APIs, to read and to try: ${addresses.gateway}/llm/v1/docs and ${addresses['ai-service']}/docs`,
    `The same as tools (MCP), with the same key: ${addresses.gateway}/llm/v1/mcp`,
    '',
    'People to log in as, until the next start:',
    ...demoUsers.map(({ role, email, password }) => `  ${role.padEnd(11)} ${email}  ${password}`),
    ...demoUsers.slice(0, 1).map((user) => `  ${logInBy(addresses.backend, user)}`),
    '',
    'Ctrl-C stops what was started here; a second one does not wait for what is still open.',
    '',
  ].join('\n')
}

function logInBy(backend: string, { email, password }: RunningPlatform['demoUsers'][number]): string {
  const query =
    'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { accessToken } }'
  const body = JSON.stringify({ query, variables: { email, password } })
  return `curl ${backend}/graphql -H 'content-type: application/json' -d '${body}'`
}
