import type { Command, Terminal } from '../command.ts'

/** Runs a command as the operator `ada` and collects the lines that it prints. */
export async function runCommand(
  command: Command,
  args: readonly string[],
  { environment, ...terminal }: Partial<Terminal> & Pick<Terminal, 'environment'>,
): Promise<{ exitCode: number; lines: string[] }> {
  const lines: string[] = []
  const print = (line: string) => void lines.push(...line.split('\n'))
  const exitCode = await command.run(
    {
      environment: { USER: 'ada', ...environment },
      isInteractive: true,
      print,
      printError: print,
      readSecret: () => Promise.reject(new Error('this command must not read a secret')),
      stopRequested: new AbortController().signal,
      ...terminal,
    },
    args,
  )
  return { exitCode, lines }
}
