import test from "ava";
import { rankedSettingsOf, settingsOf } from "../../../src/benchmarks/model/run-settings.ts";
import { settingWarnings } from "../../../src/benchmarks/runs/compare-settings.ts";

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

test("a run has a warning for a typed-in setting only if it certainly differs from the setting in the file", (t) => {
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
    const recorded_on = { ...nothing, [name]: recorded };
    const warnings = settingWarnings({ settings: { [name]: typed }, recorded_on });
    t.is(warnings.length, isWarned ? 1 : 0, `${name}: ${typed}, ${recorded}`);
    const [warning] = warnings;
    if (!isWarned || warning === undefined) continue;
    t.true(warning.detail.includes(`"${typed}", the file says "${recorded}"`), warning.detail);
    t.is(warning.public_detail, warning.detail, "the setting and the file's value are public anyway");
  }
});

test("responses prefer typed-in settings, rankings prefer settings in the file, and each kind replaces missing settings of the other kind", (t) => {
  const recorded_on = { ...nothing, gpu: "Made-up GPU", resolution: "3840x2160", api: "DX12" };
  const run = { settings: { resolution: "1440p", preset: "Ultra" }, recorded_on };
  t.deepEqual(settingsOf(run), { resolution: "1440p", api: "DX12", preset: "Ultra" });
  t.deepEqual(rankedSettingsOf(run), { resolution: "3840x2160", api: "DX12", preset: "Ultra" });
  t.is(rankedSettingsOf({ recorded_on: null }), undefined);
  t.deepEqual(settingsOf({ recorded_on }), { resolution: "3840x2160", api: "DX12" });
  t.is(settingsOf({ recorded_on: { ...nothing, gpu: "Made-up GPU" } }), undefined);
  t.is(settingsOf({ recorded_on: null }), undefined);
});
