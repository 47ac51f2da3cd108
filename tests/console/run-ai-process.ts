// The AI service as a process of its own. Logs, monitoring and the generator are its work.
import { spawnServiceProcess } from '@gatehouse/testkit/start-service-process'
import { testInternalCaller } from '@gatehouse/testkit/test-settings'
import { testDatabase, testRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { waitUntil } from '@gatehouse/testkit/wait-until'

/** What the backend needs to find it. */
export function aiServiceSettings(port: number) {
  return { AI_SERVICE_URL: `http://127.0.0.1:${port}`, AI_SERVICE_SECRET: testInternalCaller.secret }
}

/** Ends when the service answers. It runs until the process of the tests ends. */
export async function startAiService(port: number): Promise<void> {
  const { url } = await testDatabase()
  await spawnServiceProcess({
    entry: 'apps/ai-service/src/main.ts',
    environment: {
      PORT: String(port),
      DATABASE_URL: url,
      REDIS_URL: testRedisUrl(),
      // Models are listed only if there is a gateway; nothing calls it.
      GATEWAY_URL: 'http://127.0.0.1:1/llm/v1',
      GATEWAY_SERVICE_KEY: 'svc_live_unused',
      GENERATOR_INITIAL_STATE: 'stopped',
      // The backend asks it whether mail is sent. Without a mail server, what a page says about a mail would depend on
      // whether an earlier test has started this service. No mail is in its database, so it never connects.
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'Gatehouse <no-reply@gatehouse.example>',
      // Its own lines would be among those that tests of the log write.
      LOG_LEVEL: 'fatal',
      ...testInternalCaller.settings,
    },
  })
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      () => true,
      () => false,
    )
  await waitUntil(answers, { withinMs: 50_000, what: 'the AI service answers' })
}
