import { Button, IconButton } from '../../parts/form/button.tsx'
import { CopyText } from '../../parts/text/copy-text.tsx'
import { designTexts as texts } from '../../words/en/design.ts'
import { showToast } from '../../widgets/toast/toast-queue.ts'
import { undoAction } from '../../widgets/toast/undo-action.ts'

export function DesignTooltips() {
  return (
    <>
      <div className="design-row">
        <IconButton icon="copy" label={texts.copyHint} />
        <IconButton icon="more" label={texts.longHint} />
        <CopyText text="0193a3c4" label={texts.call} />
      </div>
      <p className="design-clipped" data-clipped>
        {texts.clipped}
      </p>
      <p className="design-clipped" data-clipped>
        {texts.fits}
      </p>
    </>
  )
}

export function DesignToasts() {
  return (
    <div className="design-row">
      <Button onClick={() => showToast({ title: texts.saved })}>{texts.toastPlain}</Button>
      <Button onClick={() => showToast({ title: texts.saved, text: texts.savedText })}>
        {texts.toastText}
      </Button>
      <Button
        onClick={() =>
          showToast({ title: texts.muted, action: undoAction(() => Promise.resolve(texts.muted)) })
        }
      >
        {texts.toastUndo}
      </Button>
      <Button
        onClick={() =>
          showToast({
            title: texts.muted,
            action: undoAction(() => Promise.reject(new Error('refused'))),
          })
        }
      >
        {texts.toastUndoFails}
      </Button>
      <Button
        onClick={() =>
          showToast({ title: texts.exported, action: { label: texts.toastOpen, href: '/design' } })
        }
      >
        {texts.toastLink}
      </Button>
    </div>
  )
}
