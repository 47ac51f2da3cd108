// Some operations need a login within the last 15 minutes. They are tried first, because most users have just logged
// in; if one is refused, a dialog confirms the user and the operation is repeated.
import { type ReactNode, useState } from 'react'
import { toConsoleFault } from '../../graphql/console-fault.ts'
import { RecentLoginDialog } from './recent-login-dialog.tsx'

export type RecentLogin = {
  /** Does the work, if need be after the user has confirmed it. Rejects with the refusal if the user cancels. */
  run: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** To be rendered by the caller, outside any form. */
  dialog: ReactNode
}

type Waiting = { confirm: () => void; cancel: () => void }

/** Without `hasPasskey`, the dialog asks the backend whether the user has one. */
export function useRecentLogin(hasPasskey?: boolean): RecentLogin {
  const [waiting, setWaiting] = useState<Waiting>()
  async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (thrown) {
      if (toConsoleFault(thrown).fault !== 'identity.recent_login_required') throw thrown
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      setWaiting({ confirm: resolve, cancel: () => reject(toConsoleFault(thrown)) })
      await promise.finally(() => setWaiting(undefined))
      return work()
    }
  }
  return {
    run,
    dialog: waiting ? (
      <RecentLoginDialog hasPasskey={hasPasskey} onConfirmed={waiting.confirm} onClose={waiting.cancel} />
    ) : null,
  }
}
