// The key with which the playground calls the gateway. It is created when it is first needed, is held in memory only, and
// ends by the button, when the person leaves the page, or after an hour.
import { useEffect, useRef, useState } from 'react'
import { useConsole, useSessionState } from '../../../../console-context.ts'
import { postOperation } from '../../../../graphql/post-operation.ts'
import { playgroundKeyTexts as texts } from '../../../../words/en/company/playground.ts'
import { type CreatePageKeyResult, createPageKey, endPageKey } from '../playground.generated.ts'

type MintedKey = CreatePageKeyResult['createApiKey']

/** What a page may show of its key. */
type ShownKey = MintedKey['key']

export type PageKey = {
  shown: ShownKey | undefined
  /** A key of this page existed and has ended. */
  hasEnded: boolean
  /** The raw key, which is created if there is none. */
  take: () => Promise<string>
  end: () => Promise<void>
  /** The gateway refused the key: the next call needs another one. */
  forget: () => void
}

const lifetimeMs = 3_600_000
const cap = '1'

export function usePageKey(companyId: string): PageKey {
  const { ask } = useConsole()
  const name = useKeyName()
  const minting = useRef<Promise<MintedKey>>(undefined)
  const [shown, setShown] = useState<ShownKey>()
  const [hasEnded, setEnded] = useState(false)
  useEndOnLeaving(companyId, minting)
  function forget(): void {
    minting.current = undefined
    setShown(undefined)
    setEnded(true)
  }
  async function take(): Promise<string> {
    if (minting.current && isOver(await minting.current)) minting.current = undefined
    const expiresAt = new Date(Date.now() + lifetimeMs).toISOString()
    const input = { name, expiresAt, monthlyCreditCap: cap, scopes: ['inference:chat', 'usage:read'] }
    minting.current ??= ask(createPageKey, { companyId, input }).then((answer) => answer.createApiKey)
    try {
      const { rawKey, key } = await minting.current
      setShown(key)
      return rawKey
    } catch (thrown) {
      minting.current = undefined
      throw thrown
    }
  }
  async function end(): Promise<void> {
    const minted = await minting.current
    if (minted) await ask(endPageKey, { companyId, keyId: minted.key.id })
    forget()
  }
  return { shown, hasEnded, take, end, forget }
}

function isOver({ key }: MintedKey): boolean {
  return key.expiresAt !== null && Date.parse(key.expiresAt) <= Date.now()
}

/** Admins recognise the key by it, in lists and in the audit log. */
function useKeyName(): string {
  const state = useSessionState()
  return texts.name(state.kind === 'open' ? state.session.user.email : '').slice(0, 100)
}

/** Ends the key when the page is left, by a link, by closing the tab, or for another company. */
function useEndOnLeaving(companyId: string, minting: { current: Promise<MintedKey> | undefined }): void {
  const { session } = useConsole()
  useEffect(() => {
    function endInBackground(): void {
      const pending = minting.current
      minting.current = undefined
      // A key that cannot be ended now expires within the hour.
      void endLater(pending).catch(() => undefined)
    }
    async function endLater(pending: Promise<MintedKey> | undefined): Promise<void> {
      if (!pending) return
      const { key } = await pending
      const token = await session.token()
      await postOperation(endPageKey, { companyId, keyId: key.id }, { token, isKeptAlive: true })
    }
    window.addEventListener('pagehide', endInBackground)
    return () => {
      window.removeEventListener('pagehide', endInBackground)
      endInBackground()
    }
  }, [companyId, minting, session])
}
