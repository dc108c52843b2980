import test from "ava";
import { headBytesOf, ReaderError, sniff, type FileFormat } from "../../../src/readers/index.ts";
import { arielleXml } from "../../helpers/zip-generator.ts";
import { frameCsv, graphicsTest, refusal } from "../reading.ts";

interface Refused {
  content: string | Uint8Array;
  format?: FileFormat;
  words: readonly RegExp[];
}

function latin1(text: string): Uint8Array {
  return Buffer.from(text, "latin1");
}

const png = latin1("\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
const localHeader = `PK\x03\x04${"\0".repeat(26)}`;
// The header of a 64-bit event trace: a buffer header of 72 bytes, then version, type and flags of the first event.
const eventTrace = Buffer.concat([Buffer.from([0, 0, 1, 0]), Buffer.alloc(68), Buffer.from([2, 0, 2, 0xc0])]);
const MANGO_HUD_LOG = "os,cpu,gpu,ram,kernel,driver\nArch,CPU,GPU,1,6,\nfps,frametime,cpu_load\n60,16.6,3\n";
const AFTERBURNER_LOG = "00, 24-10-2025 16:56:05, Hardware monitoring log v1.6 \n";

const refused: Record<string, Refused> = {
  "an empty file": { content: "", words: [/empty/, /PresentMon/] },
  "a file of blanks": { content: "\ufeff\r\n  \r\n", words: [/empty/] },
  "a PNG": { content: png, words: [/picture/, /Expected a frame-time CSV/] },
  "a PNG as 3DMark export": { content: png, format: "3dmark-xml", words: [/picture/, /Result\.xml/] },
  "a JPEG": { content: latin1("\xff\xd8\xff\xe0\0\x10JFIF"), words: [/picture/] },
  "an SVG": { content: "<svg xmlns='x'></svg>", words: [/picture/] },
  "an Excel workbook": {
    content: latin1(`${localHeader}[Content_Types].xml`),
    words: [/Excel/, /save the sheet as CSV/],
  },
  "a workbook that begins with its sheet": {
    content: latin1(`${localHeader}xl/worksheets/sheet1.xml`),
    words: [/Excel/, /save the sheet as CSV/],
  },
  "a workbook that begins with its properties": {
    content: latin1(`${localHeader}docProps/app.xml<x/>${localHeader}xl/workbook.xml`),
    words: [/Excel/],
  },
  "a workbook of LibreOffice": {
    content: latin1(`${localHeader}mimetypeapplication/vnd.oasis.opendocument.spreadsheet`),
    words: [/Office document/, /save the sheet as CSV/],
  },
  "a workbook as export": {
    content: latin1(`${localHeader}xl/workbook.xml`),
    format: "3dmark-xml",
    words: [/Excel/, /\.3dmark-result file/],
  },
  "a 3DMark result as capture": {
    content: latin1(`${localHeader}Arielle.xml<x/>${localHeader}Result.xml`),
    words: [/result file of a 3DMark run/, /as the result of a 3DMark graphics test instead/],
  },
  "a gzip file as export": {
    content: latin1("\x1f\x8b\x08\0"),
    format: "3dmark-xml",
    words: [/gzip/, /Unpack it and send the \.3dmark-result file/],
  },
  "a bzip2 archive": { content: "BZh91AY&SY", words: [/bzip2/, /pack the capture alone as ZIP or gzip/] },
  "an xz archive": { content: latin1("\xfd7zXZ\0\0\x04"), words: [/xz/, /Unpack it/] },
  "a Zstandard archive": { content: latin1("\x28\xb5\x2f\xfd\0"), words: [/Zstandard/] },
  "a 7z archive as export": {
    content: latin1("7z\xbc\xaf\x27\x1c"),
    format: "3dmark-xml",
    words: [/7z/, /Unpack it and send the \.3dmark-result file or the XML export/],
  },
  "an event trace": { content: eventTrace, words: [/event trace of Windows/, /--etl_file.*send that CSV/] },
  "a PDF": { content: "%PDF-1.7\n", words: [/PDF/] },
  "a binary file": { content: latin1("ab\0cd"), words: [/binary/, /UTF-8/] },
  "a web page": {
    content: "<!DOCTYPE html><html>",
    format: "3dmark-xml",
    words: [/web page/, /Result\.xml/],
  },
  "XML with a doctype": {
    content: '<?xml version="1.0"?>\n<!DOCTYPE benchmark [<!ENTITY a "b">]>\n<benchmark/>',
    format: "3dmark-xml",
    words: [/document type/, /exactly as 3DMark wrote it/],
  },
  "another XML": {
    content: "<?xml version='1.0'?><!-- a --><system_info><x/></system_info>",
    format: "3dmark-xml",
    words: [/root element is "system_info"/, /only Result\.xml/],
  },
  "Arielle.xml": {
    content: arielleXml,
    format: "3dmark-xml",
    words: [/licence key/, /stored nothing of this file/, /field is "upgrade_key"/, /\.3dmark-result/],
  },
  "Arielle.xml as capture": { content: arielleXml, words: [/licence key/, /Capture the game/] },
  "Arielle.xml in UTF-16": {
    content: Buffer.from(`\ufeff${arielleXml}`, "utf16le"),
    format: "3dmark-xml",
    words: [/field is "upgrade_key"/],
  },
  "an export with an e-mail address": {
    content: '<benchmark user_e-mail="a@b.c"><results/></benchmark>',
    format: "3dmark-xml",
    words: [/field is "user_e-mail"/],
  },
  "a report of Unigine": {
    content: "<!DOCTYPE html><html><head><title>Unigine Heaven Benchmark 4.0</title>",
    words: [/report of a Unigine benchmark/, /no frame times/, /Capture the game/],
  },
  "XML as capture": { content: "<benchmark><results>", words: [/3DMark run/, /graphics test instead/] },
  "a capture as XML": {
    content: "Application,ProcessID,MsBetweenPresents\na.exe,1,16\n",
    format: "3dmark-xml",
    words: [/frame-time CSV/, /game benchmark/],
  },
  "a CapFrameX record as XML": {
    content: '{"Hash":"x","Info":{},"Runs":[{"CaptureData":{}}]}',
    format: "3dmark-xml",
    words: [/CapFrameX record/, /game benchmark/],
  },
  "a log whose lines begin with a time in brackets": {
    content: "[2026-01-01 10:00:00] Game process added\n",
    words: [/unknown kind that begins "\[2026/],
  },
  "a video of Game Bar": { content: latin1("RIFF\0\0\0\0AVI LIST"), words: [/video/] },
  "a program of Linux": { content: latin1("\x7fELF\x02"), words: [/program/] },
  "some JSON": { content: "[1,2]", words: [/JSON/] },
  "a FrameView summary": {
    content: "TimeStamp,Application,Log Name,GPU0,Avg FPS,1% Low FPS\n",
    words: [/FrameView_Summary\.csv/, /_Log\.csv/],
  },
  "an Intel PresentMon summary": {
    content: "Duration,Total Frames,Average FPS,Minimum FPS\n59.4,4463,74.9,46.1\n",
    words: [/-stats\.csv/, /without "-stats"/],
  },
  "an OCAT summary": {
    content: "\ufeffFile,Application Name,Compositor,Date and Time,Average FPS (Application),Motherboard\n",
    words: [/perf_summary\.csv/, /OCAT-<game>/],
  },
  "a MangoHud log as export": {
    content: MANGO_HUD_LOG,
    format: "3dmark-xml",
    words: [/log of MangoHud/, /game benchmark/],
  },
  "an old MangoHud log": {
    content: "os,cpu,gpu,ram,kernel,driver\nArch,CPU,GPU,1,6,\nfps,cpu_load,gpu_load\n60,3,4\n",
    words: [/old version of MangoHud/, /log_interval=0/],
  },
  "a MangoHud log without names of columns": {
    content: "os,cpu,gpu,ram,kernel,driver\nArch,CPU,GPU,1,6,\n88.0000,12,100,169\n88.3000,12,100,100229\n",
    words: [/old version of MangoHud/, /log_interval=0/],
  },
  "a MangoHud summary": {
    content: "0.1% Min FPS,1% Min FPS,97% Percentile FPS,Average FPS\n1,2,3,4\n",
    words: [/summary of MangoHud/, /without _summary/],
  },
  "an Afterburner log as export": {
    content: AFTERBURNER_LOG,
    format: "3dmark-xml",
    words: [/MSI Afterburner/, /game benchmark/],
  },
  "a FRAPS frametimes file as export": {
    content: "Frame, Time (ms)\n    1,     0.000\n",
    format: "3dmark-xml",
    words: [/frametimes file of FRAPS/, /game benchmark/],
  },
  "a FRAPS minmaxavg file": {
    content: "Frames, Time (ms), Min, Max, Avg\n",
    words: [/summary of FRAPS/, /frametimes\.csv/],
  },
  "a Benchmark.txt of RTSS": {
    content:
      "12-05-2025, 19:30:11 game.exe benchmark completed, 9123 frames rendered in 76.532 s\n                     Average framerate  :  119.2 FPS\n",
    words: [/Benchmark\.txt/, /Log history to file/],
  },
  "a log of HWiNFO without a frame rate": {
    content: latin1('Date,Time,"Virtual Memory Committed [MB]","Core 0 T0 Usage [%]","CPU [\xb0C]",\n'),
    words: [/HWiNFO without the column Framerate/, /no frame times and no frame rate/],
  },
  "a log of GPU-Z": {
    content: "        Date        , GPU Clock [MHz] , Memory Clock [MHz] ,\n",
    words: [/sensor log of GPU-Z/],
  },
  "a result of FurMark": {
    content: "[ FurMark ]\n- Score: 5000 points\n",
    words: [/FurMark/, /not taken/],
  },
  "a log of GeForce Experience": {
    content:
      "Timestamp (Elapsed time in seconds), PID, FPS, 99(%) FPS, Render Latency(MSec), Average PC Latency(MSec), CPU Utilization(%), GPU1 Utilization(%)\n",
    words: [/GeForce Experience or the NVIDIA app/, /no frame times/],
  },
  "a hardware log of AMD Adrenalin": {
    content: "TIME STAMP,GPU UTIL,GPU SCLK,GPU PWR,GPU TEMP\n",
    words: [/AMD Adrenalin/],
  },
  "a FRAPS fps file": { content: "FPS\n60\n61\n", words: [/summary of FRAPS/, /frametimes\.csv/] },
  "an AMD log": { content: "GPU UTIL,GPU SCLK,GPU MCLK,FPS\n", words: [/AMD Adrenalin/] },
  "a capture without frame times": {
    content: "Application,ProcessID,SwapChainAddress,TimeInSeconds\na.exe,1,0x0,0.1\n",
    words: [/no column of frame times/, /"Application,ProcessID/, /MsBetweenPresents/],
  },
  "frame times of an unknown tool": {
    content: "time,FrameTime\n1,16\n",
    words: [/unknown kind that begins "time,FrameTime"/],
  },
  "some text": {
    content: "Dear \u0007all,\nhello",
    words: [/unknown kind that begins "Dear all,"/, /Capture the game/],
  },
};

for (const [name, { content, format = "frame-csv", words }] of Object.entries(refused)) {
  test(`${name} is refused with the same advice by the check of the first bytes and by the reader`, async (t) => {
    const head = typeof content === "string" ? Buffer.from(content) : content;
    const sentence = sniff(head, format);
    const error = await refusal(content, format === "frame-csv" ? frameCsv : graphicsTest(1));
    t.is(sentence, error.detail);
    t.true(error instanceof ReaderError);
    t.is(error.message, error.detail);
    for (const word of words) t.regex(error.detail, word);
    t.regex(error.detail, /Expected /);
    t.notRegex(error.detail, /undefined|\.\.|\s{2}/);
  });
}

test("the check of the first bytes accepts a file that may be of the expected format", (t) => {
  const capture = "//A=b\n\nApplication,ProcessID,MsBetweenPresents\n";
  t.is(sniff(Buffer.from(capture), "frame-csv"), null);
  t.is(sniff(Buffer.from(`\ufeff${capture}`), "frame-csv"), null);
  t.is(sniff(Buffer.from(`\ufeff${capture}`, "utf16le"), "frame-csv"), null);
  t.is(sniff(Buffer.from(MANGO_HUD_LOG), "frame-csv"), null);
  t.is(sniff(Buffer.from("fps,frametime,cpu_load\n"), "frame-csv"), null);
  t.is(sniff(Buffer.from("Frame; Time (ms);Delta\n"), "frame-csv"), null);
  t.is(sniff(Buffer.from(AFTERBURNER_LOG), "frame-csv"), null);
  for (const name of ["Result.xml", "[Content_Types].xml", "run/result.xml"])
    t.is(sniff(latin1(`${localHeader}${name}<x/>${localHeader}Handle.xml`), "3dmark-xml"), null, name);
  t.is(sniff(latin1(`${localHeader}capture.csv`), "frame-csv"), null);
  t.is(sniff(latin1("\x1f\x8b\x08\0"), "frame-csv"), null);
  t.is(sniff(Buffer.from("<?xml version='1.0'?>\n<!-- a -->\n<Benchmark>"), "3dmark-xml"), null);
  t.is(
    sniff(Buffer.from(`<!--${"x".repeat(70_000)}`), "3dmark-xml"),
    null,
    "the root element may come after the first bytes",
  );
});

test("XML is searched for private fields up to the size limit of an export, and refused above the limit", (t) => {
  const beginning = `<benchmark><results>${" ".repeat(65_536)}`;
  const wanted = headBytesOf(Buffer.from(beginning));
  t.is(wanted, 1024 * 1024 + 1);
  t.is(headBytesOf(Buffer.from("Application,ProcessID,MsBetweenPresents\n")), 65_536);
  const late = Buffer.from(`${beginning.padEnd(wanted - 40)}<licence_key/></results></benchmark>`);
  t.regex(sniff(late, "3dmark-xml") ?? "", /field is "licence_key"/);
  const tooLong = Buffer.from(beginning.padEnd(wanted));
  t.regex(sniff(tooLong, "3dmark-xml") ?? "", /larger than 1 MiB/);
  t.is(sniff(tooLong.subarray(0, -1), "3dmark-xml"), null);
});

for (const name of [
  "timespy_upgrade_key",
  "license_key_hash",
  "licensed_to",
  "steam_user_id",
  "Steam.UserName",
  "owner_email",
  "computer_name",
  "machine_id",
  "hostname",
  "serial",
  "board_serial_number",
])
  test(`XML with a field "${name}" is refused, in any spelling of the name`, (t) => {
    const forms = [
      `<${name}>x</${name}>`,
      `<x:${name}/>`,
      `<info ${name}="x"/>`,
      `<info><name>${name}</name><value>x</value></info>`,
      `<info><name><![CDATA[ ${name} ]]></name><value>x</value></info>`,
      `<info name="${name}" value="x"/>`,
    ];
    for (const form of forms) {
      const xml = `<benchmark><results>${form}</results></benchmark>`;
      t.true(sniff(Buffer.from(xml), "3dmark-xml")?.includes(`${name}".`), form);
    }
  });

test("XML with words that only resemble names of private fields is accepted", (t) => {
  const export_ =
    "<benchmark><results><result><name>My account of the licence test</name><description>user</description><sourceId>C:\\Users\\a\\license.3dmark-result</sourceId><TimeSpyUserScore>1</TimeSpyUserScore><benchmarkRunId>machine</benchmarkRunId><hosts>serially</hosts></result></results></benchmark>";
  t.is(sniff(Buffer.from(export_), "3dmark-xml"), null);
});

test("text from a result file can neither lengthen nor corrupt a message", (t) => {
  const hostile = `<script>\u202e\n${"x".repeat(60_000)}`;
  const sentence = sniff(Buffer.from(`time,${hostile}`), "frame-csv") ?? "";
  t.true(sentence.length < 600, sentence);
  // eslint-disable-next-line no-control-regex
  t.notRegex(sentence, /[\u0000-\u001f\u202e]/);
});
