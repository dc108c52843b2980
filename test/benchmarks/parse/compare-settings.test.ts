import test from "ava";
import { settingsOf } from "../../../src/benchmarks/model/run-settings.ts";
import { withSettingWarnings } from "../../../src/benchmarks/parse/compare-settings.ts";

const nothing = {
  processor: null,
  gpu: null,
  ram: null,
  motherboard: null,
  os: null,
  driver: null,
  resolution: null,
  api: null,
};
const figuresWith = (recorded: object) => ({
  score: 60,
  variant: "harbour.exe",
  metrics: null,
  warnings: [],
  suspect: null,
  reader_version: 6,
  recorded_on: { ...nothing, ...recorded },
});

test("typed-in settings and settings in the file contradict each other only where they certainly differ", (t) => {
  for (const [name, typed, recorded, isWarned] of [
    ["resolution", "2560 × 1440", "2560x1440", false],
    ["resolution", "1440p", "2560x1440", false],
    ["resolution", "1440p", "3440x1440", false],
    ["resolution", "4K", "3840x2160", false],
    ["resolution", "my screen", "3840x2160", false],
    ["resolution", "4K", "2560x1440", true],
    ["resolution", "1920x1080", "2560x1080", true],
    ["api", "DirectX 12", "DX12", false],
    ["api", "dx11", "D3D12", true],
    ["api", "Vulkan", "DX12", true],
    ["api", "Vulkan 1.3", "Vulkan", false],
    ["api", "Metal", "DX12", false],
    ["driver", "GeForce 552.22", "31.0.15.5222", false],
    ["driver", "newest", "552.22", false],
    ["driver", "566.03", "552.22", true],
    ["os", "Windows 11", "Windows 11 Pro 23H2 (OS Build 22631)", false],
    ["os", "Windows", "Windows 10 Home", false],
    ["os", "Windows 10", "Windows 11", true],
    ["os", "Linux", "Windows 11", true],
    ["os", "Arch", "CachyOS", false],
  ] as const) {
    const { warnings } = withSettingWarnings(
      { settings: { [name]: typed } },
      figuresWith({ [name]: recorded }),
    );
    t.is(warnings.length, isWarned ? 1 : 0, `${name}: ${typed}, ${recorded}`);
    const [warning] = warnings;
    if (!isWarned || typeof warning !== "object") continue;
    t.true(warning.detail.includes(`"${typed}", the file says "${recorded}"`), warning.detail);
    t.is(warning.public_detail, warning.detail, "the setting and the file's value are public anyway");
  }
});

test("typed-in settings take precedence over settings in the file, and the file fills in settings that were not typed in", (t) => {
  const recorded_on = { ...nothing, gpu: "Made-up GPU", resolution: "3840x2160", api: "DX12" };
  t.deepEqual(settingsOf({ settings: { resolution: "1440p", preset: "Ultra" }, recorded_on }), {
    resolution: "1440p",
    api: "DX12",
    preset: "Ultra",
  });
  t.deepEqual(settingsOf({ recorded_on }), { resolution: "3840x2160", api: "DX12" });
  t.is(settingsOf({ recorded_on: { ...nothing, gpu: "Made-up GPU" } }), undefined);
  t.is(settingsOf({ recorded_on: null }), undefined);
});
