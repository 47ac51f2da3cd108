import { rotateRefreshToken } from '@gatehouse/identity/sessions'
import { Secret } from '@gatehouse/runtime/secret'
import { defineMutation } from '../../schema/define-operation.ts'
import { auditOrigin } from '../audit-origin.ts'
import { sessionType } from './session-type.ts'

export const refresh = defineMutation({
  name: 'refresh',
  description: 'Exchanges the refresh token in the cookie for a new access token and the next refresh token.',
  inputs: {},
  returns: sessionType,
  cost: 3_000,
  async resolve(context) {
    const { deps, refreshCookie, logger } = context
    // A missing token gives the same error as an invalid one.
    const token = refreshCookie.read() ?? new Secret('')
    const onReuse = (session: { userId: string; sessionId: string }) =>
      logger.warn('refresh token reused; session ended', session)
    try {
      const rotated = await rotateRefreshToken({ ...deps, onReuse }, token, auditOrigin(context))
      refreshCookie.set(rotated.refresh.token, rotated.refresh.expiresAt)
      return { user: rotated.user, access: await deps.identity.tokens.issue(rotated.user) }
    } catch (thrown) {
      // Keep the cookie after an error on our side, because a retry may succeed.
      if (isOver(thrown)) refreshCookie.clear()
      throw thrown
    }
  },
})

function isOver(thrown: unknown): boolean {
  return thrown instanceof Error && 'kind' in thrown && thrown.kind === 'unauthenticated'
}
