@echo off
rem Copies the plugin and the profile to where Wireshark looks for those of this user.
rem SPDX-License-Identifier: GPL-2.0-or-later
rem
rem   install.cmd           for every Wireshark that is found, and says whether each loads the plugin
rem   install.cmd /check    only says that
rem   install.cmd /undo     removes both
rem
rem WIRESHARK_DIR names the folder of a Wireshark that is not where its installer puts it.
setlocal
set "here=%~dp0"
set "target=%APPDATA%\Wireshark"
set "profile=%target%\profiles\Bridge Commander"
set "said=%TEMP%\bcnet-install-%RANDOM%.txt"
set "copying=yes"
set "good="
set "bad="

if /i "%~1"=="/undo" goto undo
if /i "%~1"=="/check" set "copying="
if /i not "%~1"=="/check" if not "%~1"=="" goto usage
if not exist "%here%tools\wireshark-folders.cmd" goto packed

call "%here%tools\wireshark-folders.cmd"
if not defined folders goto missing
for %%f in (%folders%) do call :wireshark %%f
if exist "%said%" del "%said%"
if defined copying if defined good call :copy_profile
echo.
if defined bad goto failed
if not defined good goto unknown
if defined copying echo Done. Start Wireshark and open a capture.
call :wait
exit /b 0

:undo
if exist "%target%\plugins\" call :remove_plugins
if exist "%profile%\" call :remove_profile
call :wait
if defined bad exit /b 1
exit /b 0

:packed
echo This is not the whole zip. Unpack all of it into a folder, and start install.cmd there.
call :wait
exit /b 1

:missing
echo Wireshark with TShark was not found. Install it from https://www.wireshark.org (TShark is one of the parts to
echo choose), or set WIRESHARK_DIR to its folder.
call :wait
exit /b 1

:unknown
echo There is no plugin for this series of Wireshark here. There are:
dir /b "%here%plugins"
call :wait
exit /b 1

:failed
echo Something went wrong; it is said above.
call :wait
exit /b 1

:usage
echo Usage: install.cmd [/check or /undo]
exit /b 2

rem ---- One Wireshark: its version, the plugin for that series, and whether it loads it ----

rem Two folders of one series share the user's plugins: once is enough.
:wireshark
call :ask_version "%~1"
if defined done_%series% goto :eof
set "done_%series%=yes"
echo Wireshark %version% in "%~1"
if not exist "%here%plugins\%series%\epan\bcnet.dll" goto no_plugin
if defined copying call :copy_plugin
if defined copying if not defined copied goto :eof
"%~1\tshark.exe" -G plugins >"%said%" 2>nul
find "bcnet.dll" "%said%" >nul
if errorlevel 1 goto not_loaded
echo   loads the plugin
set "good=yes"
goto :eof

:no_plugin
echo   is of a series that this zip has no plugin for
goto :eof

:not_loaded
echo   does not load the plugin: "If it does not work" in README.txt tells what to do
set "bad=yes"
goto :eof

rem The first line: TShark (Wireshark) 4.4.18 (...)
:ask_version
set "line="
set "version=unknown"
set "series=unknown"
"%~1\tshark.exe" --version >"%said%" 2>nul
set /p line=<"%said%"
for /f "tokens=3" %%v in ("%line%") do set "version=%%v"
for /f "tokens=1,2 delims=." %%a in ("%version%") do set "series=%%a.%%b"
goto :eof

:copy_plugin
set "copied="
set "folder=%target%\plugins\%series%\epan"
if not exist "%folder%\" mkdir "%folder%"
copy /y "%here%plugins\%series%\epan\bcnet.dll" "%folder%\bcnet.dll" >nul
if errorlevel 1 goto not_copied
echo   copied "%folder%\bcnet.dll"
set "copied=yes"
goto :eof

:copy_profile
if not exist "%profile%\" mkdir "%profile%"
copy /y "%here%profiles\Bridge Commander\*" "%profile%" >nul
if errorlevel 1 goto not_copied
echo Copied "%profile%"
goto :eof

:not_copied
echo   could not be copied. Is Wireshark still running?
set "bad=yes"
goto :eof

rem What is empty afterwards goes, too.
:remove_plugins
pushd "%target%\plugins"
for /d %%d in (*) do call :remove_plugin "%%d"
popd
rmdir "%target%\plugins" 2>nul
goto :eof

:remove_plugin
if not exist "%~1\epan\bcnet.dll" goto :eof
del "%~1\epan\bcnet.dll"
if exist "%~1\epan\bcnet.dll" goto not_removed
echo Removed "%target%\plugins\%~1\epan\bcnet.dll"
rmdir "%~1\epan" 2>nul
rmdir "%~1" 2>nul
goto :eof

:not_removed
echo "%target%\plugins\%~1\epan\bcnet.dll" could not be removed. Is Wireshark still running?
set "bad=yes"
goto :eof

:remove_profile
rmdir /s /q "%profile%"
echo Removed "%profile%"
rmdir "%target%\profiles" 2>nul
goto :eof

rem A window that was opened by a double click would be gone before it is read.
:wait
if "%BCNET_NO_PAUSE%"=="" pause
goto :eof
