import { defineRoute } from '@gatehouse/http/define-route'
import { type PassThroughDeps, passThrough } from '../../pass-through.ts'

const mebibyte = 1_024 * 1_024

/**
 * Forwards a chat request to one provider, byte for byte, without a key and without a charge. It exists only
 * where PASS_THROUGH_URL is set, which only a loopback listener may: a developer's machine.
 */
export function chatCompletionsRoute(deps: PassThroughDeps) {
  return defineRoute({
    method: 'POST',
    path: '/llm/v1/chat/completions',
    statuses: [200, 503],
    bodyLimitBytes: 32 * mebibyte,
    takesRawBody: true,
    async handle(request, reply) {
      await passThrough(deps, request, reply)
    },
  })
}
