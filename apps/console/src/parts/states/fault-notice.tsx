import type { ConsoleFault } from '../../graphql/console-fault.ts'
import { wordsOfFault } from '../../graphql/fault-words.ts'
import { faultTexts } from '../../words/en/faults.ts'
import { Button } from '../form/button.tsx'
import { CopyText } from '../text/copy-text.tsx'
import { Notice } from './notice.tsx'

type FaultNoticeProps = { fault: ConsoleFault; onRetry?: (() => void) | undefined; isRetrying?: boolean }

export function FaultNotice({ fault, onRetry, isRetrying = false }: FaultNoticeProps) {
  const { title, text, canRetry, showsRequestId } = wordsOfFault(fault)
  const retry =
    canRetry && onRetry ? (
      <Button size="s" onClick={onRetry} isBusy={isRetrying}>
        {faultTexts.tryAgain}
      </Button>
    ) : undefined
  return (
    <Notice tone="bad" title={title} action={retry}>
      <p>{text}</p>
      {showsRequestId && fault.requestId !== undefined ? (
        <p className="notice-id">
          {faultTexts.requestId} <CopyText text={fault.requestId} label={faultTexts.requestId} />
        </p>
      ) : null}
    </Notice>
  )
}
