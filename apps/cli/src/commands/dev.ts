import { type Command, type Terminal, parseOptions, withUsage } from '../command.ts'
import { readDevelopmentConfig } from '../config.ts'
import { describePlatform } from '../dev/describe-platform.ts'

export const devCommand: Command = {
  name: 'dev',
  usage: 'dev [--fresh] [--data DIR] [--use-database]',
  summary:
    'starts the whole platform on this machine, with its own servers and simulators for everything that is not configured',
  async run(terminal, args) {
    const options = withUsage(devCommand.usage, () => parseOptions(args, { options: devOptions }).values)
    // The testkit is not part of a production install, so it may only be imported when `dev` runs.
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

const devOptions = {
  fresh: { type: 'boolean', default: false },
  data: { type: 'string', default: '.gatehouse' },
  'use-database': { type: 'boolean', default: false },
} as const

async function stopRequested({ stopRequested: signal }: Terminal): Promise<string> {
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
  return '\nstopping …'
}
