import { createSystemClock } from '@gatehouse/runtime/clock'
import { askHealth } from '../../ask-health.ts'
import { type Command, wrongUsage } from '../../command.ts'
import { attemptsMax, describeAnswer, verifyDeploy } from '../../verify-deploy.ts'

export const verifyDeployCommand: Command = {
  name: 'verify-deploy',
  usage: 'verify-deploy URL',
  summary: 'waits until URL/health says healthy: 20 attempts, 3 s apart, 60 s in all; the exit code tells',
  async run(terminal, [url, ...rest]) {
    if (url === undefined || rest.length > 0 || !URL.canParse(url)) {
      throw wrongUsage('name one service, such as: gatehouse verify-deploy http://127.0.0.1:8080')
    }
    const { isHealthy, attempts, tookMs } = await verifyDeploy({
      clock: createSystemClock(),
      askHealth: (limitMs) => askHealth(url, limitMs, terminal.stopRequested),
      onAttempt: (attempt, answer) =>
        terminal.print(`attempt ${attempt} of ${attemptsMax}: ${describeAnswer(answer)}`),
      stopRequested: terminal.stopRequested,
    })
    const took = `${attempts} attempts, ${(tookMs / 1_000).toFixed(1)} s`
    terminal.print(isHealthy ? `${url} is healthy (${took})` : `${url} did not become healthy (${took})`)
    return isHealthy ? 0 : 1
  },
}
