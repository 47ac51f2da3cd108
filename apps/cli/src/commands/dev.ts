import { parseArgs } from 'node:util'
import { type Command, type Terminal, wrongUsage } from '../command.ts'
import { readDevelopmentConfig } from '../config.ts'
import { describePlatform } from '../dev/describe-platform.ts'

export const devCommand: Command = {
  name: 'dev',
  usage: 'dev [--fresh] [--data DIR] [--use-database]',
  summary:
    'starts the whole platform on this machine, with servers and simulators of its own for what is not configured',
  async run(terminal, words) {
    const options = readOptions(words)
    // The testkit is not part of a production install, so nothing may import it before `dev` is asked for.
    const { startPlatform } = await import('../dev/start-platform.ts')
    await using platform = await startPlatform({
      ...readDevelopmentConfig(terminal),
      dataDirectory: options.data,
      isFresh: options.fresh,
      mayUseForeignDatabase: options['use-database'],
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

function readOptions(words: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        fresh: { type: 'boolean', default: false },
        data: { type: 'string', default: '.gatehouse' },
        'use-database': { type: 'boolean', default: false },
      },
    })
    return values
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
