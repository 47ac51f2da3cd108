import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useConsole } from '../../../../console-context.ts'
import { Button } from '../../../../parts/form/button.tsx'
import { Segments } from '../../../../parts/form/segments.tsx'
import { Icon } from '../../../../parts/icon.tsx'
import { documentsTexts, uploadTexts as texts } from '../../../../words/en/recruiting/documents.ts'
import { uploadFiles } from './upload-files.ts'

type DropZoneProps = {
  companyId: string
  /** As the empty state of the list it is large and says what uploading is for. */
  isFirst: boolean
  /** What is below also takes files: a drop anywhere on the page is meant for it. */
  children?: ReactNode
}

/** Uploads what is dropped on it or chosen, in one action. */
export function DropZone({ companyId, isFirst, children }: DropZoneProps) {
  const tools = useConsole()
  const [kind, setKind] = useState<'CV' | 'OTHER'>('CV')
  const [isOver, setOver] = useState(false)
  const upload = (files: readonly File[], folders: readonly string[] = []) => {
    if (files.length + folders.length > 0) void uploadFiles(tools, { companyId, kind, files, folders })
  }
  function onDrop(event: DragEvent): void {
    event.preventDefault()
    setOver(false)
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry())
    const folders = entries.flatMap((entry) => (entry?.isDirectory === true ? [entry.name] : []))
    upload(
      [...event.dataTransfer.files].filter(({ name }) => !folders.includes(name)),
      folders,
    )
  }
  return (
    // Dropping needs a pointer; the button inside does the same for the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className="drop-page"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={onDrop}
    >
      <section className="drop-zone" data-first={isFirst || undefined} aria-label={texts.drop}>
        <span className="empty-icon">
          <Icon name="upload" size={20} />
        </span>
        <div className="drop-text">
          <p className="drop-title">{isOver ? texts.dropNow : isFirst ? texts.emptyTitle : texts.drop}</p>
          {isFirst ? <p className="soft">{texts.emptyText}</p> : null}
          <p className="soft small">{texts.hint}</p>
        </div>
        <div className="drop-actions">
          <Segments
            label={texts.kind}
            value={kind}
            onChange={setKind}
            options={[
              { value: 'CV', label: documentsTexts.kindOptions.CV },
              { value: 'OTHER', label: documentsTexts.kindOptions.OTHER },
            ]}
          />
          <ChooseFiles onChoose={upload} />
        </div>
      </section>
      {children}
    </div>
  )
}

/** The native input is hidden, because its words and look differ by browser. */
function ChooseFiles({ onChoose }: { onChoose: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button kind="primary" onClick={() => input.current?.click()}>
        {texts.choose}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          onChoose([...(event.target.files ?? [])])
          // The same files can be chosen again, such as after a failure.
          event.target.value = ''
        }}
      />
    </>
  )
}
