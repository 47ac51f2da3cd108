import { Suspense, lazy, useEffect, useState } from 'react'
import { type Tip, followTips } from './follow-tips.ts'

const OpenTooltip = lazy(async () => ({ default: (await import('./open-tooltip.tsx')).OpenTooltip }))

/** The tooltips of all elements of the page. The code that places one is loaded with the first. */
export function Tooltips() {
  const [tip, setTip] = useState<Tip>()
  useEffect(() => followTips(setTip), [])
  if (!tip) return null
  return (
    <Suspense>
      <OpenTooltip tip={tip} />
    </Suspense>
  )
}
