interface AcceptedFilesProps {
  /** Whether the list is shown unfolded, for somebody who has sent no file yet. */
  isOpen: boolean;
}

/** Lists the kinds of files that people can submit, by the programs that write them, and how to make each. */
export function AcceptedFiles({ isOpen }: AcceptedFilesProps) {
  return (
    <details open={isOpen}>
      <summary>Which files are accepted, how to make them, and where they are</summary>
      <ul class="folded">
        <li>
          CapFrameX: press its hotkey while the game runs, and once more to stop. Send the JSON files in the
          folder CapFrameX/Captures of your documents, or their CSV export.
        </li>
        <li>
          PresentMon, FrameView and OCAT: start and stop the capture in the game by the hotkey of the program.
          Send the CSV file with a row for each frame, not the summary.
        </li>
        <li>
          MangoHud: set a folder for its logs and log_interval=0, then press Shift+F2 in the game, and once
          more to stop. Send the CSV log of each frame, not the file with summary in its name.
        </li>
        <li>
          Fraps: tick Frametimes on its FPS tab, and press its benchmark hotkey in the game, and once more to
          stop. Send the file whose name ends in frametimes.csv.
        </li>
        <li>
          MSI Afterburner: switch on Log history to file in its Monitoring settings, with Framerate among the
          graphs, then play. Send the log of its hardware monitoring (.hml).
        </li>
        <li>
          3DMark: run a test; the result file appears by itself. Send the .3dmark-result file in the folder
          3DMark of your documents, or its export as XML.
        </li>
        <li>Any of them in a ZIP or GZIP archive of its own</li>
      </ul>
    </details>
  );
}
