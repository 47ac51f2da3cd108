import { startProviderSim } from '@gatehouse/testkit/start-provider-sim'
import { callHeaders, openGatewaySetup } from '../gateway/gateway-setup.ts'
import { excusedChecks, findMissingChecks, judgeScenario } from './judge-scenario.ts'
import { namedChecks } from './named-checks.ts'
import { startHeaderProxy } from '../kit/header-proxy.ts'
import { type Revision, runSuite } from './run-suite.ts'
import { type Proof, type ProofContext, judged } from '../proof.ts'

// Scenarios that apply, also if all of their checks are recommendations.
const appliedMin: Readonly<Record<Revision, number>> = { '2026-07-28': 15, '2025-11-25': 14 }

export const proof: Proof = {
  name: 'mcp-conformance',
  tier: 'push',
  claim:
    'the tool endpoint, with the tools of the official MCP conformance suite registered, passes the suite in both revisions of the protocol',
  bar: 'all scenarios that apply to a stateless tools server, with all of their named checks; in all others every message is valid',
  async run(context) {
    await using scope = new AsyncDisposableStack()
    const sim = scope.use(await startProviderSim())
    const setup = await openGatewaySetup(scope, { providerUrl: sim.baseUrl })
    const gateway = await setup.startGateway(
      { OVERLOAD_LAG_MS: '60000' },
      'tests/proofs/mcp/conformance-gateway.ts',
    )
    const { 'content-type': _type, ...headers } = callHeaders(setup.key)
    const proxy = scope.use(await startHeaderProxy(gateway, () => headers))
    const url = `${proxy.url}/llm/v1/mcp`
    for (const [check, excuse] of Object.entries(excusedChecks)) context.progress(`${excuse}: check ${check}`)
    const [modern, legacy] = await Promise.all([
      judgeRevision(context, '2026-07-28', url),
      judgeRevision(context, '2025-11-25', url),
    ])
    return judged({
      figure: `2026-07-28: ${modern.figure}; 2025-11-25: ${legacy.figure}`,
      isPassed: modern.isPassed && legacy.isPassed,
    })
  },
}

async function judgeRevision({ progress }: ProofContext, revision: Revision, url: string) {
  const judged = (await runSuite(revision, url)).map(judgeScenario)
  const applied = judged.filter(({ excuse }) => excuse === null)
  const excused = Map.groupBy(
    judged.filter(({ excuse }) => excuse !== null),
    ({ excuse }) => excuse ?? '',
  )
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(', ')
  progress(`${revision}: ${names(applied)} apply`)
  for (const [excuse, scenarios] of excused) progress(`${revision}: ${excuse}: ${names(scenarios)}`)
  const missing = findMissingChecks(judged, namedChecks[revision])
  for (const check of missing) progress(`MISSING ${revision}: ${check}`)
  const failures = judged.flatMap((scenario) => scenario.failures)
  for (const failure of failures) progress(`FAULT ${revision}: ${failure}`)
  const warnings = judged.flatMap((scenario) => scenario.warnings)
  for (const warning of warnings) progress(`WARNING ${revision}: ${warning}`)
  const passedScenarios = applied.filter((scenario) => scenario.failures.length === 0)
  const checks = applied.reduce((sum, { passed }) => sum + passed, 0)
  return {
    figure:
      `${passedScenarios.length}/${applied.length} scenarios with ${checks} checks, ${judged.length - applied.length} do not apply, ` +
      `${missing.length} named checks missing, ${failures.length} failures, ${warnings.length} warnings`,
    isPassed: failures.length === 0 && missing.length === 0 && applied.length >= appliedMin[revision],
  }
}
