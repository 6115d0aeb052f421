@echo off
rem Copies the plugin and the profile to where Wireshark looks for those of this user; "install.cmd /undo" removes them.
rem SPDX-License-Identifier: GPL-2.0-or-later
rem
rem WIRESHARK_DIR names the folder of a Wireshark that is not where its installer puts it.
setlocal
set "here=%~dp0"
set "target=%APPDATA%\Wireshark"
set "profile=%target%\profiles\Bridge Commander"

if /i "%~1"=="/undo" goto undo
if not "%~1"=="" goto usage

set "wireshark=%WIRESHARK_DIR%"
if "%wireshark%"=="" if exist "%ProgramFiles%\Wireshark\tshark.exe" set "wireshark=%ProgramFiles%\Wireshark"
if "%wireshark%"=="" if exist "%ProgramW6432%\Wireshark\tshark.exe" set "wireshark=%ProgramW6432%\Wireshark"
if "%wireshark%"=="" goto missing
if not exist "%wireshark%\tshark.exe" goto missing

rem The first line: TShark (Wireshark) 4.4.18 (...)
set "said=%TEMP%\bcnet-version.txt"
"%wireshark%\tshark.exe" --version >"%said%" 2>nul
set "line="
set /p line=<"%said%"
del "%said%"
for /f "tokens=3" %%v in ("%line%") do set "version=%%v"
for /f "tokens=1,2 delims=." %%a in ("%version%") do set "series=%%a.%%b"

set "plugin=%here%plugins\%series%\epan\bcnet.dll"
if not exist "%plugin%" goto unknown

set "folder=%target%\plugins\%series%\epan"
if not exist "%folder%" mkdir "%folder%"
copy /y "%plugin%" "%folder%\bcnet.dll" >nul
if errorlevel 1 goto failed
echo Wireshark %version%: copied %folder%\bcnet.dll
if not exist "%profile%" mkdir "%profile%"
copy /y "%here%profiles\Bridge Commander\*" "%profile%" >nul
if errorlevel 1 goto failed
echo Profile: copied %profile%
echo.
echo Done. Start Wireshark and open a capture.
call :wait
exit /b 0

:undo
for %%s in (4.0 4.2 4.4 4.6) do call :remove "%target%\plugins\%%s\epan\bcnet.dll"
if not exist "%profile%" goto undone
rmdir /s /q "%profile%"
echo Removed %profile%
:undone
call :wait
exit /b 0

:missing
echo Wireshark was not found. Install it from https://www.wireshark.org, or set WIRESHARK_DIR to its folder.
call :wait
exit /b 1

:unknown
echo Wireshark %version% was found, but there is no plugin for that series here. There are:
dir /b "%here%plugins"
call :wait
exit /b 1

:failed
echo It could not be copied. Is Wireshark still running?
call :wait
exit /b 1

:usage
echo Usage: install.cmd [/undo]
exit /b 2

:remove
if not exist "%~1" goto :eof
del "%~1"
echo Removed %~1
goto :eof

rem A window that was opened by a double click would be gone before it is read.
:wait
if "%BCNET_NO_PAUSE%"=="" pause
goto :eof
