/** Lists the kinds of files that people can submit, by the programs that write them. */
export function AcceptedFiles() {
  return (
    <details>
      <summary>Which files are accepted, and where they are</summary>
      <ul class="folded">
        <li>
          CapFrameX: the JSON files in the folder CapFrameX/Captures of your documents, or their CSV export
        </li>
        <li>PresentMon, FrameView and OCAT: the CSV file with a row for each frame, not the summary</li>
        <li>MangoHud: the CSV log of each frame (log_interval=0), not the file with summary in its name</li>
        <li>Fraps: the file whose name ends in frametimes.csv</li>
        <li>MSI Afterburner: the log of its hardware monitoring (.hml)</li>
        <li>3DMark: the .3dmark-result file in the folder 3DMark of your documents, or its export as XML</li>
        <li>Any of them in a ZIP or GZIP archive of its own</li>
      </ul>
    </details>
  );
}
